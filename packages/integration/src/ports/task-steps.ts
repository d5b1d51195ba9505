import type { Act, NextStep, Result, Why } from '@cw/kernel';
import type { Tx } from '@cw/storage';

type Refused = { readonly kind: string };

/** A merge request that ended without a merge. */
export type LeftToPerson = {
  readonly mergeId: string;
  readonly taskId: string;
  readonly projectId: string;
  readonly runId: string | null;
  readonly reason: Why;
  readonly next?: readonly NextStep[] | undefined;
  readonly conflictFiles: readonly string[];
};

/** What becomes of a task when its merge moves on, inside the transaction that says so of the merge. */
export type TaskSteps = {
  close(
    tx: Tx,
    input: { readonly taskId: string; readonly reason: Why; readonly mergeSha: string },
    act: Act,
  ): Promise<Result<unknown, Refused>>;
  /** Leaves it to a person, who finds it in their inbox. */
  block(tx: Tx, input: LeftToPerson, act: Act): Promise<Result<unknown, unknown>>;
  /** Says that it is in the queue. */
  markMerging(tx: Tx, input: { readonly taskId: string }, act: Act): Promise<Result<unknown, Refused>>;
};

/**
 * Asks, by a task like any other, for the user's new commits to be brought into the integration branch. While such a
 * task is open, asking again does nothing.
 */
export type AskToResolve = (
  input: {
    readonly projectId: string;
    readonly branch: string;
    readonly into: string;
    readonly files: readonly string[];
  },
  act: Act,
) => Promise<void>;
