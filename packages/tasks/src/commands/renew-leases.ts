import { ok } from '@cw/kernel';
import type { TaskHolder } from '../model/claim-rules.ts';
import { heartbeatTask } from './heartbeat-task.ts';
import type { TaskDeps, TaskResult } from './task-work.ts';

/** Says of several tasks that their holder still works at them. Those it has lost meanwhile are passed over. */
export async function renewLeases(
  deps: Pick<TaskDeps, 'transact'>,
  input: { readonly tasks: readonly string[]; readonly holder: TaskHolder },
): Promise<TaskResult<void>> {
  for (const task of input.tasks) {
    const kept = await heartbeatTask(deps, { task, holder: input.holder });
    if (!kept.ok && kept.error.kind !== 'task.not-held' && kept.error.kind !== 'task.not-found') return kept;
  }
  return ok(undefined);
}
