import type { Refreshes } from '@cw/kernel';

/** Which parts of the API answer otherwise after this room's events: by their noun, or by the whole type. */
export const orchestratorRefreshes = {
  // What was to start is on hold while it is paused.
  dispatch: ['dispatch', 'tasks', 'system'],
} as const satisfies Refreshes;
