import type { RunRecord } from '@cw/agents';
import { integrationWithin, type MergeFailure } from '@cw/integration';
import { type Act, ok, type Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { type TaskFailure, type TaskView, tasksWithin } from '@cw/tasks';
import type { DispatchReason } from '../model/dispatch-reason.ts';

export type DoneSettling = {
  readonly run: Pick<RunRecord, 'id' | 'taskId' | 'projectId' | 'branch' | 'headSha' | 'summary'>;
  readonly task: Pick<TaskView, 'priority'>;
  /** The branch that its work is merged into. */
  readonly target: string;
};

/** Puts the work of a run into the merge queue; one that never came to a branch is done with that. Answers the merge's id. */
export async function settleDone(
  tx: Tx,
  { run, task, target }: DoneSettling,
  act: Act,
): Promise<Result<string | null, MergeFailure | TaskFailure>> {
  const { id: runId, taskId, projectId, branch, headSha } = run;
  if (branch === null || headSha === null) {
    const reason: DispatchReason = { code: 'dispatch.nothing-to-merge', summary: run.summary };
    const closed = await tasksWithin(tx).end({ taskId, outcome: 'done', reason }, act);
    return closed.ok ? ok(null) : closed;
  }
  const priority = Number(task.priority.slice(1));
  const merge = {
    id: tx.ids('mergeRequest'),
    projectId,
    taskId,
    runId,
    branch,
    headSha,
    targetBranch: target,
    priority,
  };
  const queued = await integrationWithin(tx).enqueue(merge, act);
  return queued.ok ? ok(queued.value.id) : queued;
}
