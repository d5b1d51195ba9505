import type { Style } from '@cw/entry';
import type { Priority, TaskState } from '../../model/task-view.ts';

/** How each state reads in a terminal. */
export const stateWords: Record<TaskState, string> = {
  open: 'open',
  ready: 'ready',
  'in-progress': 'in progress',
  waiting: 'waiting',
  'needs-plan': 'needs plan',
  'needs-you': 'needs you',
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
  'needs-plan': 'yellow',
  'needs-you': 'yellow',
  merging: 'magenta',
  done: 'dim',
  failed: 'red',
  cancelled: 'dim',
};

export function paintState(state: TaskState, style: Style, cell: string = stateWords[state]): string {
  return style[stateColours[state]](cell);
}

export function paintPriority(priority: Priority, style: Style, cell: string = priority): string {
  if (priority === 'P0') return style.red(cell);
  return priority === 'P1' ? style.yellow(cell) : cell;
}
