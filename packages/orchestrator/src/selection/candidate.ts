import type { Dispatchable } from '@cw/tasks';

/** A task that an agent may be started for, with what strategies weigh. */
export type Candidate = Dispatchable & {
  /** Minutes of the longest chain of open tasks that it holds up, its own included; 0 where the strategy does not ask. */
  readonly chain: number;
  /** Minutes that it is thought to take; 0 where the strategy does not ask. */
  readonly cost: number;
};
