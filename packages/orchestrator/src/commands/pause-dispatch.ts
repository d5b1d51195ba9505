import { type Act, err, ok, type Result, storeReason, type Why } from '@cw/kernel';
import { findProject } from '@cw/projects';
import type { ReadDb, StoreTransact } from '@cw/storage';
import type { PauseStore } from '../adapters/pause-store.ts';
import { type DispatchFailure, type DispatchView, longestReason, type Pause } from '../model/pause.ts';
import { showDispatch } from '../queries/list-pauses.ts';

export type PauseDeps = {
  readonly home: string;
  readonly read: ReadDb;
  readonly transact: StoreTransact<PauseStore>;
};

/** A project by name, id or start of the id; absent: the workspace. */
type Where = { readonly project?: string | undefined };

/**
 * Starts no more agents, in the workspace or one project, until it is resumed; what is at work goes on. What is paused
 * already stays as it is, unless another reason is given.
 */
export function pause(
  deps: PauseDeps,
  input: Where & { readonly reason?: string | undefined },
  act: Act,
): Promise<Result<DispatchView, DispatchFailure>> {
  return changePause(deps, input, async (store, scope) => {
    if (act.actor.kind === 'run') return err({ kind: 'dispatch.people-only', action: 'pause' });
    const reason = input.reason?.trim() || null;
    if ((reason?.length ?? 0) > longestReason) return err({ kind: 'dispatch.reason-too-long', most: longestReason });
    await putPause(store, { scope, cause: 'person', reason }, act);
    return ok(undefined);
  });
}

/** The same by the loop itself as well, which people are told of. A pause by a person is not taken over by one for failures. */
export async function putPause(
  store: PauseStore,
  wanted: Pick<Pause, 'scope' | 'cause'> & { readonly reason: Why | null },
  act: Act,
): Promise<void> {
  const { scope, cause } = wanted;
  const now = await store.find(scope);
  if (now !== undefined && cause === 'failures') return;
  const reason = storeReason(wanted.reason) ?? (now?.cause === cause ? now.reason : null);
  if (now?.cause === cause && now.reason === reason) return;
  await store.save({ scope, cause, reason, pausedBy: act.actor.name, pausedAt: store.at });
  await store.append({ type: 'dispatch.paused', ...about(scope), payload: { ...project(scope), cause, reason } }, act);
  if (cause === 'failures') await store.tell({ scope, reason }, act);
  else if (now?.cause === 'failures') await store.settle(scope, act);
}

/** Lets agents be started again. What is not paused stays as it is. */
export function resume(deps: PauseDeps, input: Where, act: Act): Promise<Result<DispatchView, DispatchFailure>> {
  return changePause(deps, input, async (store, scope) => {
    if (act.actor.kind === 'run') return err({ kind: 'dispatch.people-only', action: 'resume' });
    await takePause(store, scope, act);
    return ok(undefined);
  });
}

/** Ends the pause of a scope, if there is one. */
export async function takePause(store: PauseStore, scope: string, act: Act): Promise<void> {
  const now = await store.find(scope);
  if (now === undefined) return;
  await store.remove(scope);
  const payload = { ...project(scope), cause: now.cause, reason: now.reason };
  await store.append({ type: 'dispatch.resumed', ...about(scope), payload }, act);
  await store.settle(scope, act);
}

/** Changes the pause of a scope, which is the whole id of a project, or empty for the workspace; answers how it stands then. */
async function changePause(
  { home, read, transact }: PauseDeps,
  { project: named }: Where,
  change: (store: PauseStore, scope: string) => Promise<Result<void, DispatchFailure>>,
): Promise<Result<DispatchView, DispatchFailure>> {
  const found = named === undefined ? ok(null) : await findProject(read, home, named);
  if (!found.ok) return found;
  const done = await transact((store) => change(store, found.value?.id ?? ''));
  return done.ok ? ok(await showDispatch(read, found.value)) : done;
}

/** The thing an event of it is about. */
function about(scope: string): { readonly entity: string } {
  return { entity: scope === '' ? 'workspace' : scope };
}

function project(scope: string): { readonly projectId?: string } {
  return scope === '' ? {} : { projectId: scope };
}
