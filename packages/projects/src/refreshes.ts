import type { Refreshes } from '@cw/kernel';

/** Which parts of the API answer otherwise after this room's events: by their noun, or by the whole type. */
export const projectRefreshes = {
  project: ['projects', 'tasks', 'merges'],
} as const satisfies Refreshes;
