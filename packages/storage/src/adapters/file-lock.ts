import type { Connection } from '../driver.ts';
import { openLockFile } from './lock-file.ts';
import { findFileLockHolder } from './lock-holder.ts';
import { lockHeld } from './sqlite-faults.ts';
import { tryNow } from './try-now.ts';

/** Between two tries, in milliseconds. */
const longestPause = 25;

/** How long a holder may be suspended, and how long anybody may hold a lock at all, in milliseconds. */
const patience = { suspended: 15_000, working: 15 * 60_000 };

/** A turn taken, to be given back with `release`. */
type Turn = { readonly release: () => void };

const queues = new Map<string, Promise<void>>();

/**
 * Runs `work` while no other caller, in this process or another, runs under the same path. The lock is an open
 * transaction on a file of its own, so it is free again at once when its holder dies. One that works is waited for, one
 * that is suspended (Ctrl+Z) only for a while.
 * @param limits.suspended in milliseconds; 15 seconds unless told
 * @throws Fault `storage.busy` naming the holder, `storage.full` and others where the lock cannot be taken
 * @throws whatever `work` throws
 */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  limits: { readonly suspended?: number } = {},
): Promise<T> {
  const turn = await turnInProcess(path);
  try {
    const connection = openLockFile(path);
    try {
      await beginWhenFree(connection, { path, ...patience, ...limits });
      return await work();
    } finally {
      connection.close();
    }
  } finally {
    turn.release();
  }
}

/**
 * Runs `work` under the lock of a path if nobody has it at this moment, in this process or another.
 * @returns undefined where somebody has it
 * @throws Fault `storage.*` where the lock cannot be taken for another reason
 */
export async function ifLockFree<T>(path: string, work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
  const connection = openLockFile(path);
  try {
    const begin = connection.prepare('BEGIN IMMEDIATE');
    return tryNow(() => begin.run(), path) === undefined ? undefined : { value: await work() };
  } finally {
    connection.close();
  }
}

async function turnInProcess(path: string): Promise<Turn> {
  const before = queues.get(path) ?? Promise.resolve();
  let release = () => {};
  const mine = new Promise<void>((resolve) => {
    release = resolve;
  });
  const tail = before.then(() => mine);
  queues.set(path, tail);
  await before;
  return {
    release: () => {
      release();
      if (queues.get(path) === tail) queues.delete(path);
    },
  };
}

type Waiting = { readonly path: string; readonly suspended: number; readonly working: number };

async function beginWhenFree(connection: Connection, { path, suspended, working }: Waiting): Promise<void> {
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const since = performance.now();
  let active = since;
  let looked = since;
  for (let pause = 1; tryNow(() => begin.run(), path) === undefined; pause = Math.min(pause * 2, longestPause)) {
    const now = performance.now();
    if (now - looked > Math.min(suspended, 1_000)) {
      looked = now;
      const holder = findFileLockHolder(path);
      if (holder?.suspended !== true) active = now;
      if (now - active > suspended || now - since > working) throw lockHeld(path, now - since, holder);
    }
    await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * pause));
  }
}
