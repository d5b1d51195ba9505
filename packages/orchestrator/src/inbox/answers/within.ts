import type { HistorySettled, Requeue } from '@cw/integration';
import type { Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import type { AnswerFailure } from '../answer-failure.ts';
import type { AnswerEffect } from '../effect.ts';

/** What an answer has to do its work with. */
export type Within = {
  readonly tx: Tx;
  /** The merge that is to go back into its queue, where that is what was answered. */
  readonly merge: Requeue | undefined;
  /** What was done about a branch that was rewritten, where that is what was answered. */
  readonly history: HistorySettled | undefined;
  /** The branch that work of the project is merged into. */
  readonly target: string;
};

export type Brought = Promise<Result<AnswerEffect, AnswerFailure>>;
