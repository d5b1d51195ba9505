import { type Act, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkMove } from '../model/legal-moves.ts';
import type { Task } from '../model/task.ts';
import { applyChange } from './apply-change.ts';
import type { TaskResult } from './task-work.ts';

/** What came of it was approved, not what will. */
const noApproval = { gateApprovedAt: null, gateApprovedBy: null };

/** Writes down that a closed task is open again; no agent starts on it until it is assigned. @returns its new revision */
export async function markOpen(store: TaskStore, task: Task, act: Act): Promise<TaskResult<number>> {
  const move = checkMove(task, 'reopen');
  if (!move.ok) return move;
  const revision = await applyChange(store, task, {
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
  return ok(revision);
}
