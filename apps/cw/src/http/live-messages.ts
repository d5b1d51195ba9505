import { formatPosition, type IsoTime, type Position, parsePosition, type RecordedEvent, toIso } from '@cw/kernel';
import type { EventBus } from '@cw/storage';
import { type Root, refreshesOf } from './refreshes.ts';
import { whenTaken } from './when-taken.ts';

/** With every event that is streamed: the parts of the API to fetch anew. */
type Refreshing = { readonly refreshes: readonly Root[] };

/** An event of the log as the dashboard reads it. */
export type LiveEvent = Omit<RecordedEvent, 'at' | 'payload'> & { readonly at: IsoTime; readonly payload: unknown };

/**
 * Not in the log, so not resumed: `stream.open` tells where a stream without a past begins, `stream.reset` that the
 * position asked for is of another log or ahead of this one and everything must be read again, `run.output` that a
 * run's log has grown.
 */
export type LiveHint = {
  readonly type: 'stream.open' | 'stream.reset' | 'run.output';
  readonly entity: string;
  readonly seq: null;
};

export type LiveMessage = (LiveEvent | LiveHint) & Refreshing;

/** Tells of things that are not worth a place in the log. Answers how to stop listening. */
export type Hints = { onOutput(listener: (runId: string) => void): () => void };

export type LiveReader = {
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
  /** Bytes on their way that the client has not taken. */
  readonly backlog: () => number;
};

const batch = 200;

export type LiveFeed = {
  /**
   * Events after a position as they are committed, with hints between them, until the reader's signal aborts or the
   * feed is closed. The bell is listened to before the log is read, so that nothing falls between the two.
   */
  messages(reader: LiveReader): AsyncGenerator<readonly [Position, LiveMessage]>;
  /** Ends every reader and looks at the log no more. */
  close(): void;
};

/** One ear on the log for all readers, however many pages are open. */
export function createLiveFeed(bus: EventBus, hints: Hints): LiveFeed {
  const bells = new Set<Bell>();
  let closed = false;
  const stopBus = bus.onCommit(() => {
    for (const bell of bells) bell.ring();
  });
  const stopHints = hints.onOutput((runId) => {
    for (const bell of bells) bell.hint(runId);
  });
  const over = (reader: LiveReader) => closed || reader.signal.aborted;
  return {
    async *messages(reader) {
      const bell = createBell();
      bells.add(bell);
      reader.signal.addEventListener('abort', bell.ring, { once: true });
      try {
        const { logId, seq: head } = await bus.head();
        const start = startAt(reader.lastEventId, logId, head);
        let seq = start.seq;
        if (start.first) yield [formatPosition(logId, seq), refreshing({ type: start.first, entity: '', seq: null })];
        while (!over(reader)) {
          for (const runId of bell.takeHints()) {
            yield [formatPosition(logId, seq), refreshing({ type: 'run.output', entity: runId, seq: null })];
          }
          const events = over(reader) ? [] : await bus.read(seq, batch);
          for (const event of events) {
            await whenTaken(reader.backlog, reader.signal);
            seq = event.seq;
            yield [formatPosition(logId, seq), refreshing({ ...event, at: toIso(event.at) })];
          }
          if (events.length === 0 && !over(reader)) await bell.next();
        }
      } finally {
        bells.delete(bell);
        reader.signal.removeEventListener('abort', bell.ring);
      }
    },
    close: () => {
      closed = true;
      stopBus();
      stopHints();
      for (const bell of bells) bell.ring();
    },
  };
}

function refreshing(message: LiveEvent | LiveHint): LiveMessage {
  return { ...message, refreshes: message.type.startsWith('stream.') ? [] : refreshesOf(message.type) };
}

function startAt(
  lastEventId: string | undefined,
  logId: string,
  head: number,
): { readonly seq: number; readonly first?: 'stream.open' | 'stream.reset' } {
  if (lastEventId === undefined) return { seq: head, first: 'stream.open' };
  const asked = parsePosition(lastEventId);
  return asked && asked.logId === logId && asked.seq <= head
    ? { seq: asked.seq }
    : { seq: head, first: 'stream.reset' };
}

type Bell = {
  ring(): void;
  hint(runId: string): void;
  takeHints(): readonly string[];
  next(): Promise<void>;
};

/** Remembers having been rung, and which runs wrote, while nobody waited; a run that writes much is told of once. */
function createBell(): Bell {
  const wrote = new Set<string>();
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    rung = true;
    wake?.();
  };
  return {
    ring,
    hint: (runId) => {
      wrote.add(runId);
      ring();
    },
    takeHints: () => {
      const runIds = [...wrote];
      wrote.clear();
      return runIds;
    },
    next: async () => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      rung = false;
    },
  };
}
