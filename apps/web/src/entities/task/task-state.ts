import type { TaskState } from '../../data/api-types.ts';

/** The states of a task along the way it goes, what is over last. */
export const taskWay: readonly TaskState[] = [
  'open',
  'waiting',
  'needs-plan',
  'ready',
  'in-progress',
  'needs-you',
  'merging',
  'done',
  'failed',
  'cancelled',
];

/** How a task is shown: while its agent waits for an answer it needs its person, though it is being worked at. */
export function taskShown(state: TaskState, isAsked: boolean): TaskState {
  return state === 'in-progress' && isAsked ? 'needs-you' : state;
}
