import { type Act, ok } from '@cw/kernel';
import { checkMove } from '../model/legal-moves.ts';
import type { TaskView } from '../model/task-view.ts';
import { applyChange } from './apply-change.ts';
import { resolveTask, type TaskDeps, type TaskResult } from './task-work.ts';

/** Opens a closed task again. No agent starts on it until it is assigned again. */
export function reopenTask(
  deps: Pick<TaskDeps, 'transact'>,
  input: { readonly task: string },
  act: Act,
): Promise<TaskResult<TaskView>> {
  return deps.transact(async (store) => {
    const task = await resolveTask(store, input.task);
    if (!task.ok) return task;
    const move = checkMove(task.value, 'reopen');
    if (!move.ok) return move;
    await applyChange(store, task.value, {
      type: 'task.reopened',
      changes: { status: move.value, outcome: null, closedAt: null, closeReason: null, dispatch: 'manual' },
      act,
    });
    return ok(await store.view(task.value.id));
  });
}
