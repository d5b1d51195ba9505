import { findRun, listAttempts, type RunRecord } from '@cw/agents';
import { err, ok, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { TaskView } from '@cw/tasks';
import type { SteeringFailure } from './model/steering-failure.ts';

/** The run that is named, which must be the last one of its task: the worktree is as that one left it. */
export async function lastRun(db: ReadDb, named: string): Promise<Result<RunRecord, SteeringFailure>> {
  const found = await findRun(db, named);
  if (!found.ok) return found;
  const { id: runId, taskId } = found.value;
  const last = (await listAttempts(db, taskId)).at(-1)?.id ?? runId;
  return last === runId ? found : err({ kind: 'steer.not-last', runId, lastId: last, taskId });
}

export const asPerson = (action: string) => err({ kind: 'steer.people-only', action } as const);

/** The task of a run while nothing is being merged of it. */
export function notMerging(task: Pick<TaskView, 'id' | 'state'>): Result<void, SteeringFailure> {
  return isMerging(task) ? err({ kind: 'steer.merging', taskId: task.id }) : ok(undefined);
}

/** Whether the work of a task is in the merge queue, or is checked or merged. */
export function isMerging({ state }: Pick<TaskView, 'state'>): boolean {
  return state === 'merging' || state === 'verifying';
}
