import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, Event } from '@cw/kernel';
import { type Connection, sqliteCode } from '../driver.ts';
import type { Reaction } from '../ports/reaction.ts';
import { isRefusal, type Transact, type Tx } from '../ports/tx.ts';
import { appendEvent, appendEvents } from './event-log.ts';
import { newerSchema, olderSchema, sqliteFault, stillBusy } from './sqlite-faults.ts';
import { bind, readsOver, statementCache } from './statements.ts';

/** Time that only goes forward. `performance` tells the same, but Node loads much for it. */
const milliseconds = () => Number(process.hrtime.bigint()) / 1e6;

type Turn = { open: boolean };

/** How long a writer waits for other processes before it gives up, in milliseconds. */
const patience = 15_000;

/** Pauses between two tries, in milliseconds: the longer a writer has waited, the more often it tries. */
const longestPause = 8;
const shortestPause = 0.5;

/** How long after it met another writer a process lets others go first between two transactions of its own. */
const politeness = 1_000;

/** How long a process writes without a gap that others can slip into, and how long that gap is. */
const longestStreak = 50;
const gap = 2;

/** A transaction waited for a timer, a file, a process or the network, and was rolled back. */
export class TransactionOutlived extends Error {
  constructor() {
    super('a transaction waited for something outside itself and was rolled back');
    this.name = 'TransactionOutlived';
  }
}

export type TransactOptions = {
  readonly connection: Connection;
  readonly clock: Clock;
  /** Number of migrations this program knows; a database that has moved on is refused. */
  readonly schemaVersion: number;
  /** Asked for before the first transaction. @defaultValue none */
  readonly reactions?: (() => Promise<readonly Reaction[]>) | undefined;
  /** Called after each commit. */
  readonly onCommit: () => void;
};

/**
 * Write transactions over one connection, one at a time in this process, each begun with `BEGIN IMMEDIATE`.
 * SQLite is never left to wait: its busy handler blocks the event loop and is unfair to others, so BEGIN is tried
 * again outside the call with jitter. A process that has met another one pauses between its own transactions: it would
 * have the lock again before anybody noticed that it was free.
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
  let metOther = Number.NEGATIVE_INFINITY;
  let ended = Number.NEGATIVE_INFINITY;
  let streak = 0;

  const waitForTurn = async () => {
    const now = milliseconds();
    if (now - ended > gap) streak = now;
    if (now - metOther < politeness && now - ended < longestPause) await pause(jitter() * longestPause);
    else if (now - streak > longestStreak) await pause(gap);
    if (await beginWithPatience(() => begin.run())) metOther = milliseconds();
  };

  const makeTx = (turn: Turn, heard: Heard): Tx => {
    const known = reactions ?? [];
    const alive = () => {
      if (!turn.open) throw new Error('a transaction was used after it ended');
    };
    const at = options.clock.now();
    const tx: Tx = {
      at,
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
          finish(statementToRun);
        } catch (error) {
          if (connection.inTransaction) rollback.run();
          reject(sqliteFault(error));
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
          if (turn.open) end(rollback, () => reject(sqliteFault(error)));
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
      await waitForTurn();
      return await attempt(work);
    } finally {
      ended = milliseconds();
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

/** Begins as soon as no other process writes; answers whether one did. */
async function beginWithPatience(begin: () => void): Promise<boolean> {
  const start = milliseconds();
  for (let tries = 0; ; tries += 1) {
    try {
      begin();
      return tries > 0;
    } catch (error) {
      const code = sqliteCode(error);
      if (!code?.startsWith('SQLITE_BUSY')) throw sqliteFault(error);
      const waited = milliseconds() - start;
      if (waited > patience) throw stillBusy(patience, error);
      await pause(jitter() * pauseAfter(waited));
    }
  }
}

/** From the longest pause down to the shortest within a tenth of a second. */
function pauseAfter(waited: number): number {
  return Math.max(shortestPause, longestPause * (1 - waited / 100));
}

/** 0–1, from the clock's finest digits: waits of several processes must differ, nothing more is asked of it. */
function jitter(): number {
  return (milliseconds() * 1000) % 1;
}

function checkSchema(found: unknown, known: number): void {
  if (typeof found !== 'number' || found === known) return;
  throw found > known ? newerSchema(found, known) : olderSchema(found, known);
}
