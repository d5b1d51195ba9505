import { type Act, err, ok, type Result, storeReason } from '@cw/kernel';
import { parsePriority } from '@cw/task-formats';
import type { MergeStore } from '../adapters/merge-store.ts';
import type { MergeReason } from '../model/merge-reason.ts';
import { longestMergeReason, type MergeFailure, type WaitingAction } from '../model/merge-request.ts';
import { isWaiting, type MergeRequestView, mergePriorities } from '../model/merge-view.ts';

/** A request by its id, its task's, or the start of one, and what a person says of it. */
export type WaitingInput = { readonly merge: string; readonly reason?: string | undefined };

/**
 * Takes a request that waits out of the queue. Its branch stays, and its task waits for a person, who may merge it again, have it
 * tried again, or give it up.
 */
export async function cancelMerge(
  store: MergeStore,
  input: WaitingInput,
  act: Act,
): Promise<Result<MergeRequestView, MergeFailure>> {
  const found = await waiting(store, { ...input, action: 'withdraw' }, act);
  if (!found.ok) return found;
  const { id: mergeId, taskId, projectId, runId } = found.value.merge;
  const reason: MergeReason = { code: 'merge.withdrawn', by: act.actor.name, why: found.value.why };
  await withdraw(store, found.value.merge, reason, act);
  const unmerged: MergeReason = { code: 'merge.unmerged', why: reason };
  await store.leaveToPerson({ mergeId, taskId, projectId, runId, conflictFiles: [], reason: unmerged }, act);
  return store.view(mergeId);
}

/**
 * Takes the request of a task that is being cancelled out of the queue, where it waits; its branch stays.
 * @returns its id; undefined where none is in the queue
 */
export async function withdrawMergeOfTask(
  store: MergeStore,
  input: { readonly taskId: string },
  act: Act,
): Promise<Result<string | undefined, MergeFailure>> {
  const open = await store.openOfTask(input.taskId);
  if (open === undefined) return ok(undefined);
  if (!isWaiting(open.state)) return err({ kind: 'merge.in-hand', mergeId: open.id, state: open.state });
  await withdraw(store, open, { code: 'merge.task-cancelled', by: act.actor.name }, act);
  return ok(open.id);
}

/** Has the queue pass over a request that waits until it is released; others go on. One that is held stays so. */
export async function holdMerge(
  store: MergeStore,
  input: WaitingInput,
  act: Act,
): Promise<Result<MergeRequestView, MergeFailure>> {
  const found = await waiting(store, { ...input, action: 'hold' }, act);
  if (!found.ok) return found;
  const { merge, why } = found.value;
  const { id, taskId, projectId, state } = merge;
  if (state === 'held' && why === null) return ok(merge);
  const reason: MergeReason = { code: 'merge.held', by: act.actor.name, why };
  await store.change(id, { state: 'held', reason });
  const payload = { taskId, projectId, reason: storeReason(reason) };
  await store.append({ type: 'merge.held', entity: id, payload }, act);
  return store.view(id);
}

/** Lets the queue take a request again that was held. One that is not held stays as it is. */
export async function releaseMerge(
  store: MergeStore,
  input: Pick<WaitingInput, 'merge'>,
  act: Act,
): Promise<Result<MergeRequestView, MergeFailure>> {
  const found = await waiting(store, { ...input, action: 'release' }, act);
  if (!found.ok) return found;
  const { id, taskId, projectId, state } = found.value.merge;
  if (state === 'queued') return ok(found.value.merge);
  await store.change(id, { state: 'queued', reason: null });
  await store.append({ type: 'merge.released', entity: id, payload: { taskId, projectId } }, act);
  return store.view(id);
}

/** Says how soon the turn of a request comes that waits. */
export async function prioritizeMerge(
  store: MergeStore,
  input: { readonly merge: string; readonly priority: string },
  act: Act,
): Promise<Result<MergeRequestView, MergeFailure>> {
  const parsed = parsePriority(input.priority);
  if (!parsed.ok) return err({ kind: 'merge.bad-priority', priority: input.priority });
  const priority = parsed.value;
  const found = await waiting(store, { merge: input.merge, action: 'prioritize' }, act);
  if (!found.ok) return found;
  const { id, taskId, projectId, priority: before } = found.value.merge;
  if (before === priority) return ok(found.value.merge);
  await store.change(id, { priority: mergePriorities.indexOf(priority) });
  await store.append({ type: 'merge.prioritized', entity: id, payload: { taskId, projectId, before, priority } }, act);
  return store.view(id);
}

type Waiting = { readonly merge: MergeRequestView; readonly why: string | null };

/** The request that is named, which must be in the queue and not in hand, with what a person says of it. */
async function waiting(
  store: MergeStore,
  { merge, reason, action }: WaitingInput & { readonly action: WaitingAction },
  act: Act,
): Promise<Result<Waiting, MergeFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'merge.people-only', action });
  const why = reason?.trim() || null;
  if ((why?.length ?? 0) > longestMergeReason) return err({ kind: 'merge.reason-too-long', most: longestMergeReason });
  const found = await store.view(merge);
  if (!found.ok) return found;
  const { id: mergeId, state, endedAt } = found.value;
  if (isWaiting(state)) return ok({ merge: found.value, why });
  if (state === 'merged') return err({ kind: 'merge.already-merged', mergeId });
  return err({ kind: endedAt === null ? 'merge.in-hand' : 'merge.not-queued', mergeId, state });
}

type Named = { readonly id: string; readonly taskId: string; readonly projectId: string };

async function withdraw(
  store: MergeStore,
  { id, taskId, projectId }: Named,
  reason: MergeReason,
  act: Act,
): Promise<void> {
  await store.change(id, { state: 'cancelled', reason, endedAt: store.at });
  const payload = { taskId, projectId, reason: storeReason(reason) };
  await store.append({ type: 'merge.cancelled', entity: id, payload }, act);
}
