import { type Act, err, ok, type Result, storeReason } from '@cw/kernel';
import type { MergeStore, NewMergeRequest } from '../adapters/merge-store.ts';
import type { MergeReason } from '../model/merge-reason.ts';
import type { MergeFailure, MergeRequest } from '../model/merge-request.ts';

/**
 * Puts a run's finished branch into its project's queue, and says of the task that it is being merged. Repeating it for
 * the same run answers the request there is. Earlier requests of the task that ended without a merge are cancelled: what
 * this one brings takes their place.
 */
export async function enqueueMerge(
  store: MergeStore,
  input: NewMergeRequest,
  act: Act,
): Promise<Result<MergeRequest, MergeFailure>> {
  const { projectId, taskId, branch, headSha } = input;
  const open = await store.openOfTask(taskId);
  if (open !== undefined && (open.runId !== input.runId || open.headSha !== headSha)) {
    return err({ kind: 'merge.already-queued', taskId, mergeId: open.id });
  }
  if (open !== undefined) return ok(open);
  const id = store.ids('mergeRequest');
  await supersede(store, { taskId, by: id }, act);
  await store.insert({ ...input, id });
  await store.append({ type: 'merge.queued', entity: id, payload: { projectId, taskId, branch, headSha } }, act);
  const marked = await store.markMerging(taskId, act);
  if (!marked.ok) return err({ kind: 'merge.task-closed', mergeId: id, taskId });
  const request = await store.find(id);
  return request ? ok(request) : err({ kind: 'merge.not-found', merge: id });
}

async function supersede(
  store: MergeStore,
  newer: { readonly taskId: string; readonly by: string },
  act: Act,
): Promise<void> {
  const reason: MergeReason = { code: 'merge.superseded', by: newer.by };
  for (const { id, taskId, projectId } of await store.unmergedOfTask(newer.taskId)) {
    await store.change(id, { state: 'cancelled', reason });
    const payload = { taskId, projectId, reason: storeReason(reason) };
    await store.append({ type: 'merge.cancelled', entity: id, payload }, act);
  }
}
