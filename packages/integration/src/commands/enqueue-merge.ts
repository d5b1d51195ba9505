import { type Act, err, ok, type Result, storeReason } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { MergeReason } from '../model/merge-reason.ts';
import type { MergeFailure, MergeRequest } from '../model/merge-request.ts';
import type { MergeStore, NewMergeRequest } from '../ports/merge-store.ts';
import type { TaskSteps } from '../ports/task-steps.ts';

export type EnqueueDeps = { readonly store: (tx: Tx) => MergeStore; readonly tasks: Pick<TaskSteps, 'markMerging'> };

/**
 * Puts a finished branch into its project's queue, in a transaction the caller holds. Repeating it for the same run
 * answers the request there is. Earlier requests of the task that ended without a merge are cancelled: what this one
 * brings takes their place.
 * @param input its id is minted by the caller, outside the transaction.
 */
export async function enqueueMerge(
  deps: EnqueueDeps,
  tx: Tx,
  call: { readonly input: NewMergeRequest; readonly act: Act },
): Promise<Result<MergeRequest, MergeFailure>> {
  const { input, act } = call;
  const store = deps.store(tx);
  const open = await store.openOfTask(input.taskId);
  if (open !== undefined && (open.runId !== input.runId || open.headSha !== input.headSha)) {
    return err({ kind: 'merge.already-queued', taskId: input.taskId, mergeId: open.id });
  }
  if (open !== undefined) return ok(open);
  await supersede(store, tx, call);
  await store.insert(input);
  const { projectId, taskId, branch, headSha } = input;
  await append(tx, { type: 'merge.queued', entity: input.id, payload: { projectId, taskId, branch, headSha } }, act);
  const marked = await deps.tasks.markMerging(tx, { taskId }, act);
  if (!marked.ok) return err({ kind: 'merge.task-closed', mergeId: input.id, taskId });
  const request = await store.find(input.id);
  return request ? ok(request) : err({ kind: 'merge.not-found', merge: input.id });
}

async function supersede(
  store: MergeStore,
  tx: Tx,
  { input, act }: { readonly input: NewMergeRequest; readonly act: Act },
): Promise<void> {
  const reason: MergeReason = { code: 'merge.superseded', by: input.id };
  for (const { id, taskId, projectId } of await store.unmergedOfTask(input.taskId)) {
    await store.change(id, { state: 'cancelled', reason });
    const payload = { taskId, projectId, reason: storeReason(reason) };
    await append(tx, { type: 'merge.cancelled', entity: id, payload }, act);
  }
}
