import { type Act, ok } from '@cw/kernel';
import { checkMove } from '../model/legal-moves.ts';
import type { TaskView } from '../model/task-view.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { addCommentWithin } from './add-comment.ts';
import { applyChange } from './apply-change.ts';
import { resolveTask, type TaskDeps, type TaskResult } from './task-work.ts';
import { inside, together, wholeIds } from './together.ts';

export type ReopenInput = { readonly task: string; readonly reason?: string | undefined };

/** Opens several tasks again, all of them or none, each once. */
export function reopenTasks(
  deps: TaskDeps,
  input: { readonly tasks: readonly string[]; readonly reason?: string | undefined },
  act: Act,
): Promise<TaskResult<readonly TaskView[]>> {
  return deps.transact(async (store) => {
    const ids = await wholeIds(store, input.tasks);
    if (!ids.ok) return ids;
    const inputs = ids.value.map((task) => ({ task, reason: input.reason }));
    return together(inside(store, deps), inputs, (within, one) => reopenTask(within, one, act));
  });
}

/** What came of it was approved, not what will. */
const noApproval = { gateApprovedAt: null, gateApprovedBy: null };

/** Opens a closed task again; the reason becomes a comment. No agent starts on it until it is assigned again. */
export function reopenTask(deps: TaskDeps, input: ReopenInput, act: Act): Promise<TaskResult<TaskView>> {
  return deps.transact((store) => reopenWithin(store, { ...input, ids: deps.ids }, act));
}

/** The same inside a transaction that the caller holds. */
export async function reopenWithin(
  store: TaskStore,
  { ids, ...wanted }: ReopenInput & Pick<TaskDeps, 'ids'>,
  act: Act,
): Promise<TaskResult<TaskView>> {
  const task = await resolveTask(store, wanted.task);
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
  if (wanted.reason !== undefined) {
    const comment = { id: ids('comment'), taskId: task.value.id, text: wanted.reason };
    const said = await addCommentWithin(store, comment, act);
    if (!said.ok) return said;
  }
  return ok(await store.view(task.value.id));
}
