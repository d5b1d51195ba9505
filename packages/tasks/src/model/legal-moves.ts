import { err, ok, type Result } from '@cw/kernel';
import type { Task } from './task.ts';
import type { MoveFailure } from './task-failure.ts';
import type { TaskStatus } from './task-view.ts';

type Move = { readonly from: readonly TaskStatus[]; readonly to: TaskStatus };

/** Every legal change of status, by the verb that makes it. */
export const legalMoves = {
  claim: { from: ['open', 'in_progress'], to: 'in_progress' },
  release: { from: ['in_progress'], to: 'open' },
  block: { from: ['open', 'in_progress', 'blocked'], to: 'blocked' },
  unblock: { from: ['open', 'in_progress', 'blocked'], to: 'open' },
  assign: { from: ['open', 'in_progress', 'blocked'], to: 'open' },
  close: { from: ['open', 'in_progress', 'blocked'], to: 'closed' },
  reopen: { from: ['closed'], to: 'open' },
} as const satisfies Record<string, Move>;

export type MoveVerb = keyof typeof legalMoves;

/** The status a verb leads to, or why it may not be used on this task. */
export function checkMove(task: Task, verb: MoveVerb): Result<TaskStatus, MoveFailure> {
  const move: Move = legalMoves[verb];
  if (move.from.includes(task.status)) return ok(move.to);
  if (task.status === 'closed') return err({ kind: 'task.already-closed', taskId: task.id });
  return err({ kind: 'task.not-closed', taskId: task.id, status: task.status });
}
