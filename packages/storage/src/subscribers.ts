import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedEvent } from '@cw/kernel';
import type { EventBus } from './ports/event-bus.ts';
import type { ReadDb } from './ports/read-db.ts';
import type { Transact } from './ports/tx.ts';

/** Reacts to events after they are committed. Called at least once for each; it must bear being called again. */
export type Subscriber = {
  /** Stable: its place in the log is kept under this name. */
  readonly name: string;
  /** Event types it wants, whole (`run.ended`) or by their noun (`run.`). */
  readonly types: readonly string[];
  react(event: RecordedEvent): Promise<void>;
};

export type SubscriberDeps = { readonly bus: EventBus; readonly read: ReadDb; readonly transact: Transact };

export type ParkedSubscriber = {
  readonly name: string;
  readonly seq: number;
  readonly error: string;
  readonly parkedAt: number;
};

const batch = 500;
/** How often a failing reaction is tried before its subscriber is parked and shown. */
const attempts = 5;

/**
 * Runs subscribers until stopped, each from its own durable place in the log, so that one that fails does not hold
 * up the others. Answers a function that stops them and waits for the reaction under way.
 */
export function runSubscribers(deps: SubscriberDeps, subscribers: readonly Subscriber[]): () => Promise<void> {
  const stop = new AbortController();
  const loops = subscribers.map((subscriber) => follow(deps, subscriber, stop.signal));
  return async () => {
    stop.abort();
    await Promise.all(loops);
  };
}

/** Subscribers that gave up, for people to see. */
export async function listParked(read: ReadDb): Promise<ParkedSubscriber[]> {
  return read.all<ParkedSubscriber>(
    `SELECT name, seq, coalesce(last_error, '') AS error, parked_at AS parkedAt
     FROM subscriber_cursors WHERE parked_at IS NOT NULL ORDER BY name`,
  );
}

async function follow(deps: SubscriberDeps, subscriber: Subscriber, signal: AbortSignal): Promise<void> {
  const bell = wakeable(deps.bus, signal);
  let seq = await startOf(deps, subscriber.name);
  while (!signal.aborted) {
    const events = await deps.bus.read(seq, batch);
    for (const event of events) {
      if (signal.aborted) break;
      if (wants(subscriber, event) && !(await react(deps, subscriber, event, signal))) return bell.close();
      seq = event.seq;
    }
    if (events.length > 0) await saveCursor(deps, subscriber.name, seq);
    else await bell.next();
  }
  bell.close();
}

function wants(subscriber: Subscriber, event: RecordedEvent): boolean {
  return subscriber.types.some((type) => event.type === type || (type.endsWith('.') && event.type.startsWith(type)));
}

/** False when the subscriber was parked. */
async function react(
  deps: SubscriberDeps,
  subscriber: Subscriber,
  event: RecordedEvent,
  signal: AbortSignal,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await subscriber.react(event);
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      const message = error instanceof Error ? error.message : String(error);
      await saveFailure(deps, subscriber.name, { seq: event.seq - 1, attempt, message });
      if (attempt >= attempts) return false;
      await pause(2 ** attempt * 50, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function startOf(deps: SubscriberDeps, name: string): Promise<number> {
  const row = await deps.read.get<{ seq: number }>('SELECT seq FROM subscriber_cursors WHERE name = ?', [name]);
  return row?.seq ?? 0;
}

async function saveCursor(deps: SubscriberDeps, name: string, seq: number): Promise<void> {
  await deps.transact((tx) =>
    tx.run(
      `INSERT INTO subscriber_cursors (name, seq, failures, updated_at) VALUES (?, ?, 0, ?)
       ON CONFLICT (name) DO UPDATE SET seq = excluded.seq, failures = 0, last_error = NULL, parked_at = NULL,
         updated_at = excluded.updated_at`,
      [name, seq, tx.at],
    ),
  );
}

async function saveFailure(
  deps: SubscriberDeps,
  name: string,
  failure: { readonly seq: number; readonly attempt: number; readonly message: string },
): Promise<void> {
  await deps.transact((tx) =>
    tx.run(
      `INSERT INTO subscriber_cursors (name, seq, failures, last_error, parked_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET seq = excluded.seq, failures = excluded.failures,
         last_error = excluded.last_error, parked_at = excluded.parked_at, updated_at = excluded.updated_at`,
      [name, failure.seq, failure.attempt, failure.message, failure.attempt >= attempts ? tx.at : null, tx.at],
    ),
  );
}

/** A bell that remembers having been rung while nobody waited. */
export function wakeable(bus: EventBus, signal: AbortSignal): { next(): Promise<void>; close(): void } {
  let rung = true;
  let wake: (() => void) | undefined;
  const ring = () => {
    rung = true;
    wake?.();
  };
  const stop = bus.onCommit(ring);
  signal.addEventListener('abort', ring, { once: true });
  return {
    next: async () => {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      rung = false;
    },
    close: () => {
      stop();
      signal.removeEventListener('abort', ring);
    },
  };
}
