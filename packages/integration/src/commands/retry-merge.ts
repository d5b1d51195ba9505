import { type Act, err, ok, type Result } from '@cw/kernel';
import type { LaterWork } from '@cw/projects';
import type { ReadDb } from '@cw/storage';
import { getTask } from '@cw/tasks';
import type { MergeStore } from '../adapters/merge-store.ts';
import { type MergeFailure, type MergeRequest, retryableStates } from '../model/merge-request.ts';
import type { MergeRequestView } from '../model/merge-view.ts';
import type { MergeBench } from '../ports/merge-bench.ts';
import { findMerge } from '../queries/find-merge.ts';
import { giveAgain } from './give-withheld.ts';
import type { QueueDeps } from './queue-deps.ts';

export type RetryDeps = Pick<QueueDeps, 'read' | 'transact' | 'projectOf'> & {
  readonly bench: Pick<MergeBench, 'keepLeft' | 'tipOf' | 'push' | 'isThere' | 'refresh'>;
};

/**
 * Puts a merge request that ended without a merge back into the queue, with what its branch holds by now, and with what somebody
 * left uncommitted in its worktree. One that was
 * merged but could not be given to the user's repository is offered to it again.
 */
export async function retryMerge(
  deps: RetryDeps,
  input: { readonly merge: string },
  act: Act,
): Promise<Result<MergeRequestView, MergeFailure>> {
  const found = await findMerge(deps.read, input.merge);
  if (!found.ok) return found;
  if (found.value.state === 'merged' && !found.value.pushed) {
    await giveAgain(deps, found.value, act);
    return findMerge(deps.read, found.value.id);
  }
  const prepared = await prepareRequeue(deps, found.value);
  if (!prepared.ok) return prepared;
  const queued = await deps.transact((store) => requeueMerge(store, prepared.value, act));
  return queued.ok ? findMerge(deps.read, found.value.id) : queued;
}

/** A merge request with what its branch holds by now. */
export type Requeue = {
  readonly mergeId: string;
  readonly headSha: string;
  /** What was left in the worktree after the run had ended. */
  readonly later: LaterWork | undefined;
};

/** What has to be known, and kept, of a merge request's branch before it can go back into the queue. */
export async function prepareRequeue(
  deps: Pick<RetryDeps, 'read' | 'transact' | 'bench'>,
  request: Pick<MergeRequestView, 'id' | 'projectId' | 'taskId' | 'runId' | 'branch' | 'headSha' | 'state'>,
): Promise<Result<Requeue, MergeFailure>> {
  const { id, projectId, branch } = request;
  const refused = await deps.transact((store) => refusalOf(store, id));
  if (refused !== undefined) return err(refused);
  const later = (await isInNobodysHands(deps.read, request)) ? await deps.bench.keepLeft(request) : undefined;
  const headSha = await deps.bench.tipOf(projectId, branch);
  return headSha === undefined
    ? err({ kind: 'merge.branch-missing', mergeId: id, branch })
    : ok({ mergeId: id, headSha, later });
}

/** Whether a request can be tried again and no run is at work in the worktree of its task: a person's claim does not expire. */
async function isInNobodysHands(
  read: ReadDb,
  { state, taskId }: Pick<MergeRequestView, 'state' | 'taskId'>,
): Promise<boolean> {
  if (!retryableStates.includes(state)) return false;
  return ((await getTask(read, taskId))?.lease?.expiresAt ?? null) === null;
}

/** Puts a request that ended without a merge back into the queue, with what its branch was found to hold. */
export async function requeueMerge(
  store: MergeStore,
  { mergeId: id, headSha, later }: Requeue,
  act: Act,
): Promise<Result<string, MergeFailure>> {
  const refused = await refusalOf(store, id);
  if (refused !== undefined) return err(refused);
  const request = await store.find(id);
  if (request === undefined) return err({ kind: 'merge.not-found', merge: id });
  const attempt = request.attempt + 1;
  await store.change(id, {
    state: 'queued',
    verdict: 'pending',
    reason: null,
    conflictFiles: [],
    attempt,
    headSha,
    targetSha: null,
    mergeSha: null,
    startedAt: null,
    endedAt: null,
  });
  const { taskId, projectId } = request;
  await store.append({ type: 'merge.retried', entity: id, payload: { taskId, projectId, attempt, headSha } }, act);
  if (later !== undefined) await store.tellLaterWork(taskId, later);
  const marked = await store.markMerging(taskId, act);
  return marked.ok ? ok(id) : err({ kind: 'merge.task-closed', mergeId: id, taskId });
}

/** Why a request cannot go back into the queue; nothing when it can. */
async function refusalOf(store: MergeStore, id: string): Promise<MergeFailure | undefined> {
  const request = await store.find(id);
  if (request === undefined) return { kind: 'merge.not-found', merge: id };
  const { taskId } = request;
  const ended = refusal(request);
  if (ended !== undefined) return ended;
  const open = await store.openOfTask(taskId);
  if (open !== undefined) return { kind: 'merge.already-queued', taskId, mergeId: open.id };
  const newest = await store.newestOfTask(taskId);
  if (newest !== undefined && newest.id !== id) return { kind: 'merge.superseded', mergeId: id, by: newest.id };
  return (await store.isClosed(taskId)) ? { kind: 'merge.task-closed', mergeId: id, taskId } : undefined;
}

function refusal({ id, state }: MergeRequest): MergeFailure | undefined {
  if (retryableStates.includes(state)) return undefined;
  return state === 'merged'
    ? { kind: 'merge.already-merged', mergeId: id }
    : { kind: 'merge.in-progress', mergeId: id, state };
}
