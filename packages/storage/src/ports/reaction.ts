import type { Tx } from './tx.ts';

/** What has to follow from events at once, whoever made them: done in their transaction, or they do not happen. */
export type Reaction = {
  /** Types of the events. */
  readonly to: readonly string[];
  /**
   * Called once at the end of a transaction that appended such events. What it appends is reacted to by nobody.
   * @param entities what they happened to
   */
  readonly react: (tx: Tx, entities: readonly string[]) => Promise<void>;
};
