import type { Act, Event, RecordedEvent } from '@cw/kernel';
import type { EventLog, Tx } from './ports/tx.ts';

/** Appends the events of one room, and no others. */
export type EventWriter<E extends Event> = {
  /** Adds to the event log in the transaction; answers what was recorded. */
  append(tx: Tx, event: E, act: Act): Promise<RecordedEvent>;
  /** The same for many at once, in their order. */
  appendAll(tx: Tx, events: readonly E[], act: Act): Promise<void>;
};

/** The event writer of the room whose events are `E`: made once, in its `append.ts`, which no other room can import. */
export function eventWriter<E extends Event>(): EventWriter<E> {
  return {
    append: (tx, event, act) => logOf(tx).append(event, act),
    appendAll: (tx, events, act) => logOf(tx).appendAll(events, act),
  };
}

/** The same transaction, with `heard` called for each event that is appended through it, before it is. */
export function hearingEvents(tx: Tx, heard: (event: Event) => void): Tx {
  const log = logOf(tx);
  const hearing: Tx & EventLog = {
    ...tx,
    append: (event, act) => {
      heard(event);
      return log.append(event, act);
    },
    appendAll: (events, act) => {
      for (const event of events) heard(event);
      return log.appendAll(events, act);
    },
  };
  return hearing;
}

function logOf(tx: Tx): EventLog {
  return tx as Tx & EventLog;
}
