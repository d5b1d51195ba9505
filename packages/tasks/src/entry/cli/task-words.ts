import type { Style } from '@cw/entry';
import type { PendingKind } from '@cw/kernel';
import type { Priority, TaskRow, TaskState } from '../../model/task-view.ts';

/** How each state reads in a terminal. */
export const stateWords: Record<TaskState, string> = {
  open: 'open',
  ready: 'ready',
  'in-progress': 'in progress',
  waiting: 'waiting',
  limited: 'limited',
  'needs-plan': 'needs plan',
  'needs-you': 'needs you',
  verifying: 'verifying',
  merging: 'merging',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

const stateColours: Record<TaskState, keyof Style> = {
  open: 'dim',
  ready: 'green',
  'in-progress': 'blue',
  waiting: 'dim',
  limited: 'yellow',
  'needs-plan': 'yellow',
  'needs-you': 'yellow',
  verifying: 'magenta',
  merging: 'magenta',
  done: 'dim',
  failed: 'red',
  cancelled: 'dim',
};

export function paintState(state: TaskState, style: Style, cell: string = stateWords[state]): string {
  return style[stateColours[state]](cell);
}

export const pendingWords: Record<PendingKind, string> = { 'on-hold': 'on hold', queued: 'queued' };

/** The state, and beside it that the task is queued or on hold: `ready, queued`. */
export function standing({ state, pending }: Pick<TaskRow, 'state' | 'pending'>): string {
  const isTold = state === 'limited' || pending === null;
  return isTold ? stateWords[state] : `${stateWords[state]}, ${pendingWords[pending.kind]}`;
}

export function paintPriority(priority: Priority, style: Style, cell: string = priority): string {
  if (priority === 'P0') return style.red(cell);
  return priority === 'P1' ? style.yellow(cell) : cell;
}
