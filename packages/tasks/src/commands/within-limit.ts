import { type Act, err, type LimitReached, ok, type Result, type RunLimit } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { TaskEvent } from '../model/task-events.ts';

/** What of a run is counted: each by the event that tells of it, so that the count outlives every process. */
const words = {
  'task.follow-up-proposed': 'follow-ups',
  'task.commented': 'comments',
  'task.progressed': 'progress notes',
  'task.checkpointed': 'checkpoints',
  'task.artifact-added': 'artifacts',
} as const satisfies Partial<Record<TaskEvent['type'], string>>;

/**
 * Refuses what a run has made as many of as it may.
 * @param limit absent: whoever acts is held to none
 */
export async function withinLimit(
  store: Pick<TaskStore, 'countOfRun'>,
  made: { readonly taskId: string; readonly type: keyof typeof words; readonly limit: RunLimit | undefined },
  { runId }: Act,
): Promise<Result<void, LimitReached>> {
  const { taskId, type, limit } = made;
  if (limit === undefined || runId === undefined) return ok(undefined);
  const count = await store.countOfRun(taskId, type, runId);
  return count < limit.most ? ok(undefined) : err({ kind: 'run.limit-reached', what: words[type], ...limit });
}
