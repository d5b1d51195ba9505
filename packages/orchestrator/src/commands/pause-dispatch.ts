import { type Act, err, ok, type Result, storeReason, type Why } from '@cw/kernel';
import type { PauseStore } from '../adapters/pause-store.ts';
import { type DispatchFailure, longestReason, type Pause } from '../model/pause.ts';

export type PauseInput = {
  /** Whole id of a project; empty for the workspace. */
  readonly scope: string;
  readonly reason?: string | undefined;
};

/**
 * Starts no more agents, in the workspace or one project, until it is resumed; what is at work goes on. What is paused
 * already stays as it is, unless another reason is given.
 */
export async function pauseDispatch(
  store: PauseStore,
  input: PauseInput,
  act: Act,
): Promise<Result<void, DispatchFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'dispatch.people-only', action: 'pause' });
  const reason = input.reason?.trim() || null;
  if ((reason?.length ?? 0) > longestReason) return err({ kind: 'dispatch.reason-too-long', most: longestReason });
  await putPause(store, { scope: input.scope, cause: 'person', reason }, act);
  return ok(undefined);
}

/** The same by the loop itself as well. A pause by a person is not taken over by one for failures. */
export async function putPause(
  store: PauseStore,
  wanted: Pick<Pause, 'scope' | 'cause'> & { readonly reason: Why | null },
  act: Act,
): Promise<void> {
  const { scope, cause } = wanted;
  const now = await store.find(scope);
  if (now !== undefined && cause === 'failures') return;
  const reason = storeReason(wanted.reason) ?? now?.reason ?? null;
  if (now?.cause === cause && now.reason === reason) return;
  await store.save({ scope, cause, reason, pausedBy: act.actor.name, pausedAt: store.at });
  await store.append({ type: 'dispatch.paused', ...about(scope), payload: { ...project(scope), cause, reason } }, act);
}

/** Lets agents be started again. What is not paused stays as it is. */
export async function resumeDispatch(
  store: PauseStore,
  input: Pick<PauseInput, 'scope'>,
  act: Act,
): Promise<Result<void, DispatchFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'dispatch.people-only', action: 'resume' });
  const { scope } = input;
  const now = await store.find(scope);
  if (now === undefined) return ok(undefined);
  await store.remove(scope);
  const payload = { ...project(scope), cause: now.cause, reason: now.reason };
  await store.append({ type: 'dispatch.resumed', ...about(scope), payload }, act);
  return ok(undefined);
}

/** The thing an event of it is about. */
function about(scope: string): { readonly entity: string } {
  return { entity: scope === '' ? 'workspace' : scope };
}

function project(scope: string): { readonly projectId?: string } {
  return scope === '' ? {} : { projectId: scope };
}
