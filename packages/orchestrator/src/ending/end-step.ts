import type { RunRecord } from '@cw/agents';
import type { Result } from '@cw/kernel';
import type { Ask } from '@cw/messages';
import type { Tx } from '@cw/storage';
import type { FoundEnd } from './find-end.ts';

/** A run that has just been recorded as ended, and how. */
export type EndedRun = FoundEnd & {
  readonly run: RunRecord;
  /** What its agent had asked a person, and what of it are questions that it was not told the answer of. */
  readonly asks: readonly Ask[];
  readonly questions: readonly Ask[];
};

/** Something that its end brings with it, in the transaction in which it ends. One that refuses undoes all of it. */
export type EndStep = (tx: Tx, ended: EndedRun) => Promise<Result<unknown, unknown>>;
