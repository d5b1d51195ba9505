import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, Event, IdSource } from '@cw/kernel';
import type { Connection } from '../driver.ts';
import type { Reaction } from '../ports/reaction.ts';
import { type EventLog, isRefusal, type Transact, type Tx } from '../ports/tx.ts';
import { appendEvent, appendEvents } from './event-log.ts';
import { findLockHolder } from './lock-holder.ts';
import { newerSchema, olderSchema, sqliteFault, stillBusy } from './sqlite-faults.ts';
import { bind, readsOver, statementCache } from './statements.ts';
import { tryNow } from './try-now.ts';
import { type WriteQueue, writeQueue } from './write-queue.ts';

/** Time that only goes forward. `performance` tells the same, but Node loads much for it. */
const milliseconds = () => Number(process.hrtime.bigint()) / 1e6;

type Turn = { open: boolean };

/** How long a writer waits while nobody at all gets through before it gives up, in milliseconds. */
const patience = 15_000;

/** The pause between two tries of the writer whose turn it is, and what each one before it adds, in milliseconds. */
const shortestPause = 1;
const pauseEach = 3;
const longestPause = 100;

/** A transaction waited for a timer, a file, a process or the network, and was rolled back. */
export class TransactionOutlived extends Error {
  constructor() {
    super('a transaction waited for something outside itself and was rolled back');
    this.name = 'TransactionOutlived';
  }
}

/** SQLite gave a transaction up by itself, after an error that somebody kept to himself: nothing of it is written. */
class TransactionLost extends Error {
  constructor() {
    super('a transaction was ended by the database before it was committed');
    this.name = 'TransactionLost';
  }
}

export type TransactOptions = {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Number of migrations this program knows; a database that has moved on is refused. */
  readonly schemaVersion: number;
  /** Asked for before the first transaction. @defaultValue none */
  readonly reactions?: (() => Promise<readonly Reaction[]>) | undefined;
  /** Path of the database file; in memory there are no others to wait for. @defaultValue in memory */
  readonly path?: string;
  /** Throws where the file is no longer the one that is open. @defaultValue it always is */
  readonly requireFile?: () => void;
  /** After how many milliseconds in which nobody writes a waiting writer gives up. @defaultValue 15 seconds */
  readonly patience?: number | undefined;
  /** Called after each commit. */
  readonly onCommit: () => void;
};

/**
 * Write transactions over one connection, one at a time in this process, each begun with `BEGIN IMMEDIATE`.
 * SQLite is never left to wait: its busy handler blocks the event loop and is unfair to others. Who finds the database
 * locked, or others waiting, takes a ticket, and tries again outside the call when it is its turn. It waits for as long as
 * others get through.
 */
export function sqliteTransact(options: TransactOptions): Transact {
  const { connection } = options;
  // To follow callbacks doubles what each await costs. In the built program a transaction inside another is found by its
  // guard instead, which ends the outer one.
  const turns = process.env.NODE_ENV === 'production' ? undefined : new AsyncLocalStorage<Turn>();
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const rollback = connection.prepare('ROLLBACK');
  const schemaVersion = connection.prepare('PRAGMA user_version').pluck();
  const reads = readsOver(connection);
  const statement = statementCache(connection);
  let reactions: readonly Reaction[] | undefined;
  let tail: Promise<void> = Promise.resolve();
  const waiting = options.path === undefined ? undefined : waitingRoom(connection, options.path, options.patience);

  const waitForTurn = async () => {
    if (waiting?.somebodyWaits() !== true && tryToBegin(() => begin.run(), connection.name)) return;
    await waiting?.waitForTurn(() => begin.run());
  };

  const makeTx = (turn: Turn, heard: Heard): Tx & EventLog => {
    const known = reactions ?? [];
    const alive = () => {
      if (!turn.open) throw new Error('a transaction was used after it ended');
    };
    const at = options.clock.now();
    const tx: Tx & EventLog = {
      at,
      ids: options.ids,
      all: async (sql, params) => {
        alive();
        return reads.all(sql, params);
      },
      get: async (sql, params) => {
        alive();
        return reads.get(sql, params);
      },
      each: (sql, params) => {
        alive();
        return reads.each(sql, params);
      },
      run: async (sql, params) => {
        alive();
        const { changes, lastInsertRowid } = statement(sql).run(...bind(params));
        return { changes, lastId: Number(lastInsertRowid) };
      },
      append: async (event, act) => {
        hear(known, heard, event);
        return appendEvent(tx, event, act);
      },
      appendAll: async (events, act) => {
        for (const event of events) hear(known, heard, event);
        return appendEvents(tx, events, act);
      },
    };
    return tx;
  };

  const finish = (statementToRun: typeof commit) => {
    if (connection.inTransaction) statementToRun.run();
  };

  const attempt = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const turn: Turn = { open: true };
      const end = (statementToRun: typeof commit, settle: () => void) => {
        turn.open = false;
        clearImmediate(guard);
        try {
          if (statementToRun === commit && !connection.inTransaction) throw new TransactionLost();
          finish(statementToRun);
        } catch (error) {
          if (connection.inTransaction) rollback.run();
          reject(sqliteFault(error, connection.name));
          return;
        }
        settle();
      };
      const guard = setImmediate(() => {
        if (turn.open) end(rollback, () => reject(new TransactionOutlived()));
      });
      const begun = async () => {
        checkSchema(schemaVersion.get(), options.schemaVersion);
        const heard: Heard = new Map();
        const tx = makeTx(turn, heard);
        const value = await work(tx);
        if (!isRefusal(value)) for (const [{ react }, entities] of [...heard]) await react(tx, [...entities]);
        return value;
      };
      (turns ? turns.run(turn, begun) : begun()).then(
        (value) => {
          if (!turn.open) return;
          if (isRefusal(value)) end(rollback, () => resolve(value));
          else
            end(commit, () => {
              options.onCommit();
              resolve(value);
            });
        },
        (error: unknown) => {
          if (turn.open) end(rollback, () => reject(sqliteFault(error, connection.name)));
        },
      );
    });

  return async (work) => {
    if (turns?.getStore()?.open) throw new Error('a transaction cannot be begun inside another');
    const before = tail;
    let release = () => {};
    tail = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    try {
      reactions ??= (await options.reactions?.()) ?? [];
      options.requireFile?.();
      await waitForTurn();
      return await attempt(work);
    } finally {
      release();
    }
  };
}

/** What the events of a transaction happened to, for each that reacts to them. */
type Heard = Map<Reaction, Set<string>>;

function hear(reactions: readonly Reaction[], heard: Heard, { type, entity }: Event): void {
  for (const reaction of reactions) {
    if (!reaction.to.includes(type)) continue;
    const entities = heard.get(reaction) ?? new Set();
    heard.set(reaction, entities.add(entity));
  }
}

type WaitingRoom = Pick<WriteQueue, 'somebodyWaits'> & {
  /** Begins when it is this writer's turn. @throws Fault `storage.busy` when nobody at all gets through */
  waitForTurn(begin: () => void): Promise<void>;
};

function waitingRoom(connection: Connection, path: string, longest = patience): WaitingRoom {
  const queue = writeQueue(`${path}-queue`);
  const dataVersion = connection.prepare('PRAGMA data_version').pluck();
  const commits = () => tryNow(() => dataVersion.get(), path)?.value;
  const waitForTurn = async (begin: () => void) => {
    const ticket = queue.take();
    let begun = false;
    try {
      let progress = milliseconds();
      for (let seen: unknown; ; ) {
        const place = ticket.place();
        begun = place === 0 && tryToBegin(begin, path);
        if (begun) return;
        const state = `${commits()} ${ticket.lastLetIn()}`;
        if (state !== seen) progress = milliseconds();
        seen = state;
        const stood = milliseconds() - progress;
        if (stood > longest) throw stillBusy(stood, findLockHolder(path));
        await pause(shortestPause + Math.min(place * pauseEach, longestPause) * (0.5 + jitter()));
      }
    } finally {
      ticket.leave(begun);
    }
  };
  return { somebodyWaits: queue.somebodyWaits, waitForTurn };
}

/** Whether it could begin: not when another process writes. @throws Fault for anything else that SQLite says */
function tryToBegin(begin: () => void, path: string): boolean {
  return tryNow(begin, path) !== undefined;
}

/** 0–1, from the clock's finest digits: waits of several processes must differ, nothing more is asked of it. */
function jitter(): number {
  return (milliseconds() * 1000) % 1;
}

function checkSchema(found: unknown, known: number): void {
  if (typeof found !== 'number' || found === known) return;
  throw found > known ? newerSchema(found, known) : olderSchema(found, known);
}
