import type { Refreshes } from '@cw/kernel';

/** Which parts of the API answer otherwise after this room's events: by their noun, or by the whole type. */
export const taskRefreshes = {
  // What is open about a task is over once the task goes on.
  task: ['tasks', 'inbox', 'agents', 'dispatch', 'system'],
} as const satisfies Refreshes;
