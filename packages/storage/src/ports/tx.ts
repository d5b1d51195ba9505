import type { Act, Event, IdSource, Instant, RecordedEvent, Result } from '@cw/kernel';
import type { ReadDb, SqlParams } from './read-db.ts';

/**
 * One open write transaction. Unusable after it ends; await nothing in it but its own methods. Events are appended through
 * the `eventWriter` of the room that owns them.
 */
export type Tx = ReadDb & {
  /** Runs one statement that writes; answers how many rows it changed and the last row id. */
  run(sql: string, params?: SqlParams): Promise<{ readonly changes: number; readonly lastId: number }>;
  /** The moment the transaction began, the same for everything it writes. */
  readonly at: Instant;
  /** Ids for what it makes. */
  readonly ids: IdSource;
};

/** What a transaction has for event writers alone. */
export type EventLog = {
  /** Adds to the event log in the same transaction; answers what was recorded. */
  append(event: Event, act: Act): Promise<RecordedEvent>;
  /** The same for many at once, in their order. */
  appendAll(events: readonly Event[], act: Act): Promise<void>;
};

/**
 * Runs one write transaction: all of it or nothing. It is rolled back when the callback throws, when it answers
 * `{ ok: false }`, or when it waits for something that is not the transaction itself.
 */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** True for an answer that says the rules refused, after which nothing may stay written. */
export function isRefusal(value: unknown): value is Extract<Result<unknown, unknown>, { ok: false }> {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === false && 'error' in value;
}
