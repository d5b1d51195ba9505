import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../driver.ts';
import type { ReadDb } from '../ports/read-db.ts';
import type { Transact, Tx } from '../ports/tx.ts';
import { openLockFile } from './lock-file.ts';
import { tryNow } from './try-now.ts';

export type DispatcherLock = {
  readonly epoch: number;
  /** False once somebody else has taken over; nothing may be dispatched then. */
  holds(tx: Tx): Promise<boolean>;
  release(): void;
};

/** Somebody else dispatches now; nothing more may be done here. */
export class LockLost extends Error {
  constructor() {
    super('another process has taken over dispatching');
    this.name = 'LockLost';
  }
}

/**
 * Write transactions that happen only while the lock is held.
 * @throws LockLost from each of them once it is not
 */
export function whileHeld(lock: DispatcherLock, transact: Transact): Transact {
  return (work) =>
    transact(async (tx) => {
      if (!(await lock.holds(tx))) throw new LockLost();
      return work(tx);
    });
}

export type DispatcherHolder = { readonly holder: string; readonly pid: number; readonly acquiredAt: number };

/** One dispatcher a workspace; written as a key so that it can become one a project. */
export const workspaceKey = 'workspace';

/** The file that whoever dispatches in a home holds. */
export function dispatcherLockPath(home: string): string {
  return join(home, 'dispatcher.lock.db');
}

/**
 * Takes the right to dispatch, or answers undefined when another process has it. The lock is an open transaction on
 * a file of its own: it dies with the process, however that dies. The epoch written beside it fences out a former
 * holder that does not know yet.
 */
export async function takeDispatcherLock(
  path: string,
  transact: Transact,
  holder: string,
): Promise<DispatcherLock | undefined> {
  const connection = tryLock(path);
  if (!connection) return undefined;
  const epoch = await raiseEpoch(transact, holder).catch((error: unknown) => {
    // Whoever holds the file and does not dispatch would keep everybody from it.
    connection.close();
    throw error;
  });
  return {
    epoch,
    holds: async (tx) => {
      const row = await tx.get<{ epoch: number }>('SELECT epoch FROM dispatchers WHERE key = ?', [workspaceKey]);
      return row?.epoch === epoch;
    },
    release: () => connection.close(),
  };
}

function raiseEpoch(transact: Transact, holder: string): Promise<number> {
  return transact(async (tx) => {
    const before = await tx.get<{ epoch: number }>('SELECT epoch FROM dispatchers WHERE key = ?', [workspaceKey]);
    const next = (before?.epoch ?? 0) + 1;
    await tx.run(
      `INSERT INTO dispatchers (key, epoch, holder, pid, acquired_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET epoch = excluded.epoch, holder = excluded.holder, pid = excluded.pid,
         acquired_at = excluded.acquired_at`,
      [workspaceKey, next, holder, process.pid, tx.at],
    );
    return next;
  });
}

/** Who took the right to dispatch last, with the epoch that fences out the one before; undefined before anybody did. */
export async function findDispatcher(db: ReadDb): Promise<(DispatcherHolder & { readonly epoch: number }) | undefined> {
  return db.get('SELECT epoch, holder, pid, acquired_at AS acquiredAt FROM dispatchers WHERE key = ?', [workspaceKey]);
}

/**
 * Keeps others from dispatching without dispatching oneself, for what no server may be at work on. Answers how to let go,
 * or undefined where somebody dispatches.
 */
export function keepFromDispatching(path: string): (() => void) | undefined {
  const connection = tryLock(path);
  return connection && (() => connection.close());
}

function tryLock(path: string): Connection | undefined {
  const connection = openLockFile(path);
  const lock = () => {
    connection.pragma('journal_mode = DELETE');
    chmodSync(path, 0o600);
    connection.prepare('BEGIN IMMEDIATE').run();
  };
  try {
    if (tryNow(lock, path)) return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
  connection.close();
  return undefined;
}
