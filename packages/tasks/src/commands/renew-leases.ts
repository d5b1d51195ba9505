import { ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { TaskHolder } from '../model/claim-rules.ts';
import { heartbeatTask } from './heartbeat-task.ts';
import type { TaskResult } from './task-work.ts';

/** Says of several tasks that their holder still works at them. Those it has lost meanwhile are passed over. */
export async function renewLeases(
  store: TaskStore,
  input: { readonly tasks: readonly string[]; readonly holder: TaskHolder },
): Promise<TaskResult<void>> {
  for (const task of input.tasks) {
    const kept = await heartbeatTask(store, { task, holder: input.holder });
    if (!kept.ok && kept.error.kind !== 'task.not-held' && kept.error.kind !== 'task.not-found') return kept;
  }
  return ok(undefined);
}
