import type { StateName } from '@cw/ui';

/** How a state is shown: its icon with its colour, and its word. */
export type Shown = { readonly state: StateName; readonly name: string };
