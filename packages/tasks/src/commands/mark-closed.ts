import { type Act, ok, type Why } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkMove } from '../model/legal-moves.ts';
import { parseOptionalReason } from '../model/parse-reason.ts';
import type { Task } from '../model/task.ts';
import type { TaskOutcome } from '../model/task-view.ts';
import { applyChange } from './apply-change.ts';
import type { TaskResult } from './task-work.ts';

/** Writes down that a task has ended. @returns its new revision */
export async function markClosed(
  store: TaskStore,
  task: Task,
  told: { readonly outcome: TaskOutcome; readonly reason: Why | undefined; readonly act: Act },
): Promise<TaskResult<number>> {
  const move = checkMove(task, 'close');
  if (!move.ok) return move;
  const reason = parseOptionalReason(told.reason);
  if (!reason.ok) return reason;
  const revision = await applyChange(store, task, {
    type: 'task.closed',
    changes: {
      status: move.value,
      outcome: told.outcome,
      closeReason: reason.value,
      closedAt: store.at,
      statusReason: null,
      stage: null,
      leaseHolder: null,
      leaseExpiresAt: null,
    },
    act: told.act,
  });
  return ok(revision);
}
