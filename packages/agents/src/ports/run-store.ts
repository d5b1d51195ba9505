import type { Act, Instant, Result } from '@cw/kernel';
import type { NewRun, RunChanges, RunRecord } from '../model/run.ts';
import type { RunEvent } from '../model/run-events.ts';
import type { RunFailure } from '../model/run-failure.ts';

/** The runs inside one write transaction; nothing of it outlives the transaction. */
export type RunStore = {
  /** The moment the transaction began. */
  readonly at: Instant;
  /** By id or an unambiguous start of it. */
  find(run: string): Promise<Result<RunRecord, RunFailure>>;
  /** Id of the run of a task that has not ended. */
  activeOf(taskId: string): Promise<string | undefined>;
  /** Number of the task's last attempt; 0 before the first. */
  lastAttempt(taskId: string): Promise<number>;
  /** Writes a new run in its first step. */
  insert(run: NewRun): Promise<void>;
  change(id: string, changes: RunChanges): Promise<void>;
  append(event: RunEvent, act: Act): Promise<void>;
};

/** One write transaction over the runs: all of it or nothing, rolled back when the answer is a refusal. */
export type RunTransact = <T>(work: (store: RunStore) => Promise<T>) => Promise<T>;
