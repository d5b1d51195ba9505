import type { Act, Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';

type Refused = { readonly kind: string };

/** What becomes of a task when its merge moves on, inside the transaction that says so of the merge. */
export type TaskSteps = {
  close(
    tx: Tx,
    input: { readonly taskId: string; readonly reason: string; readonly mergeSha: string },
    act: Act,
  ): Promise<Result<unknown, Refused>>;
  block(
    tx: Tx,
    input: { readonly taskId: string; readonly reason: string },
    act: Act,
  ): Promise<Result<unknown, Refused>>;
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
