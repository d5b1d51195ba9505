import type { Refreshes } from '@cw/kernel';

/** Which parts of the API answer otherwise after this room's events: by their noun, or by the whole type. */
export const accountRefreshes = {
  account: ['accounts', 'runs', 'dispatch'],
} as const satisfies Refreshes;
