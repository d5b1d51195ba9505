import type { Refreshes } from '@cw/kernel';

/** Which parts of the API answer otherwise after this room's events: by their noun, or by the whole type. */
export const agentsRefreshes = {
  agent: ['agents', 'system'],
  // To whom a message goes changes when a run begins or ends.
  run: ['runs', 'tasks', 'agents', 'messages', 'dispatch', 'system'],
  'run.progressed': ['runs', 'agents', 'system'],
  // Its log is read on; no list changes.
  'run.output': [],
} as const satisfies Refreshes;
