import { type Act, ok, type Why } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkMove } from '../model/legal-moves.ts';
import { parseReason } from '../model/parse-reason.ts';
import type { TaskStage } from '../model/task.ts';
import type { TaskView } from '../model/task-view.ts';
import { applyChange } from './apply-change.ts';
import { knownTask, type TaskResult } from './task-work.ts';

/**
 * Stops a task until a person says so: whoever holds it lets go, and no agent starts on it before it is assigned again.
 * @param input the reason is shown to people.
 */
export async function blockTask(
  store: TaskStore,
  input: { readonly taskId: string; readonly reason: Why },
  act: Act,
): Promise<TaskResult<TaskView>> {
  const task = await knownTask(store, input.taskId);
  if (!task.ok) return task;
  const move = checkMove(task.value, 'block');
  if (!move.ok) return move;
  const reason = parseReason(input.reason);
  if (!reason.ok) return reason;
  await applyChange(store, task.value, {
    type: 'task.blocked',
    changes: {
      status: move.value,
      statusReason: reason.value,
      dispatch: 'manual',
      stage: null,
      leaseHolder: null,
      leaseExpiresAt: null,
    },
    act,
  });
  return ok(await store.view(input.taskId));
}

/**
 * Lets a task rest that is to be tried again later: nobody holds it, and it is not offered as work meanwhile. Whoever
 * let it rest puts it back; people may take, assign, release or close it at any time.
 * @param input the reason, with the time of the next try, is shown to people.
 */
export async function restTask(
  store: TaskStore,
  input: { readonly taskId: string; readonly reason: Why },
  act: Act,
): Promise<TaskResult<TaskView>> {
  const task = await knownTask(store, input.taskId);
  if (!task.ok) return task;
  const move = checkMove(task.value, 'claim');
  if (!move.ok) return move;
  const reason = parseReason(input.reason);
  if (!reason.ok) return reason;
  const changes = { status: move.value, statusReason: reason.value, stage: 'resting' as const };
  await applyChange(store, task.value, {
    type: 'task.rested',
    changes: { ...changes, leaseHolder: null, leaseExpiresAt: null },
    act,
  });
  return ok(await store.view(input.taskId));
}

/**
 * Says what a right-hand room does with a task; null when it has let go. One that was blocked is in progress again when
 * something is done with it after all.
 */
export async function setStage(
  store: TaskStore,
  input: { readonly taskId: string; readonly stage: TaskStage | null },
  act: Act,
): Promise<TaskResult<TaskView>> {
  const task = await knownTask(store, input.taskId);
  if (!task.ok) return task;
  const move = checkMove(task.value, 'claim');
  if (!move.ok && move.error.kind === 'task.already-closed') return move;
  const resumed = input.stage !== null && task.value.status === 'blocked';
  const changes = { stage: input.stage, ...(resumed ? { status: 'in_progress' as const, statusReason: null } : {}) };
  await applyChange(store, task.value, { type: 'task.stage-changed', changes, act });
  return ok(await store.view(input.taskId));
}
