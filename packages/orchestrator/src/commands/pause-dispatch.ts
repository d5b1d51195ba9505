import { type Act, err, ok, type Result } from '@cw/kernel';
import type { Transact, Tx } from '@cw/storage';
import { append } from '../append.ts';
import { type DispatchFailure, longestReason, type Pause } from '../model/pause.ts';
import type { PauseStore } from '../ports/pause-store.ts';

export type PauseDeps = {
  readonly transact: Transact;
  readonly store: (tx: Tx) => PauseStore;
};

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
  deps: PauseDeps,
  input: PauseInput,
  act: Act,
): Promise<Result<void, DispatchFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'dispatch.people-only', action: 'pause' });
  const reason = input.reason?.trim() || null;
  if ((reason?.length ?? 0) > longestReason) return err({ kind: 'dispatch.reason-too-long', most: longestReason });
  await deps.transact((tx) => pauseStep(deps, tx, { scope: input.scope, cause: 'person', reason }, act));
  return ok(undefined);
}

/** The same inside a transaction that the caller holds. A pause by a person is not taken over by one for failures. */
export async function pauseStep(
  deps: Pick<PauseDeps, 'store'>,
  tx: Tx,
  wanted: Pick<Pause, 'scope' | 'cause' | 'reason'>,
  act: Act,
): Promise<void> {
  const store = deps.store(tx);
  const { scope, cause } = wanted;
  const now = await store.find(scope);
  if (now !== undefined && cause === 'failures') return;
  const reason = wanted.reason ?? now?.reason ?? null;
  if (now?.cause === cause && now.reason === reason) return;
  await store.save({ scope, cause, reason, pausedBy: act.actor.name, pausedAt: tx.at });
  await append(tx, { type: 'dispatch.paused', ...about(scope), payload: { ...project(scope), cause, reason } }, act);
}

/** Lets agents be started again. What is not paused stays as it is. */
export async function resumeDispatch(
  deps: PauseDeps,
  input: Pick<PauseInput, 'scope'>,
  act: Act,
): Promise<Result<void, DispatchFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'dispatch.people-only', action: 'resume' });
  const { scope } = input;
  await deps.transact(async (tx) => {
    const store = deps.store(tx);
    const now = await store.find(scope);
    if (now === undefined) return;
    await store.remove(scope);
    const payload = { ...project(scope), cause: now.cause, reason: now.reason };
    await append(tx, { type: 'dispatch.resumed', ...about(scope), payload }, act);
  });
  return ok(undefined);
}

/** The thing an event of it is about. */
function about(scope: string): { readonly entity: string } {
  return { entity: scope === '' ? 'workspace' : scope };
}

function project(scope: string): { readonly projectId?: string } {
  return scope === '' ? {} : { projectId: scope };
}
