import { type Act, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkMove } from '../model/legal-moves.ts';
import type { TaskView } from '../model/task-view.ts';
import { addComment } from './add-comment.ts';
import { applyChange } from './apply-change.ts';
import { resolveTask, type TaskResult } from './task-work.ts';
import { together, wholeIds } from './together.ts';

export type ReopenInput = { readonly task: string; readonly reason?: string | undefined };

/** Opens several tasks again, all of them or none, each once. */
export async function reopenTasks(
  store: TaskStore,
  input: { readonly tasks: readonly string[]; readonly reason?: string | undefined },
  act: Act,
): Promise<TaskResult<readonly TaskView[]>> {
  const ids = await wholeIds(store, input.tasks);
  if (!ids.ok) return ids;
  return together(ids.value, (task) => reopenTask(store, { task, reason: input.reason }, act));
}

/** What came of it was approved, not what will. */
const noApproval = { gateApprovedAt: null, gateApprovedBy: null };

/** Opens a closed task again; the reason becomes a comment. No agent starts on it until it is assigned again. */
export async function reopenTask(store: TaskStore, input: ReopenInput, act: Act): Promise<TaskResult<TaskView>> {
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const move = checkMove(task.value, 'reopen');
  if (!move.ok) return move;
  await applyChange(store, task.value, {
    type: 'task.reopened',
    changes: {
      status: move.value,
      outcome: null,
      closedAt: null,
      closeReason: null,
      dispatch: 'manual',
      ...noApproval,
    },
    act,
  });
  if (input.reason !== undefined) {
    const said = await addComment(store, { task: task.value.id, text: input.reason }, act);
    if (!said.ok) return said;
  }
  return ok(await store.view(task.value.id));
}
