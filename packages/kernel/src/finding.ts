import type { Advice } from './next-step.ts';

/** One thing that a check of a workspace found. */
export type Finding = Advice & {
  /** The check that found it: `tasks.counters`. */
  readonly check: string;
  /** A notice is worth knowing, and nothing is wrong with the workspace. */
  readonly level: 'problem' | 'notice';
  /** Which thing it is about: an id, a path, a name. */
  readonly thing: string;
  readonly message: string;
  /** Name of the repair that mends it; absent where a person has to. */
  readonly repair?: string | undefined;
};
