import { type Connection, openConnection, sqliteCode } from '../driver.ts';

const longestPause = 25;

/** A turn taken, to be given back with `release`. */
type Turn = { readonly release: () => void };

const queues = new Map<string, Promise<void>>();

/**
 * Runs `work` while no other caller, in this process or another, runs under the same path. The lock is an open
 * transaction on a file of its own, so it is free again at once when its holder dies.
 * @throws whatever `work` throws
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const turn = await turnInProcess(path);
  try {
    const connection = openConnection(path);
    try {
      await beginWhenFree(connection);
      return await work();
    } finally {
      connection.close();
    }
  } finally {
    turn.release();
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

async function beginWhenFree(connection: Connection): Promise<void> {
  const begin = connection.prepare('BEGIN IMMEDIATE');
  for (let pause = 1; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      begin.run();
      return;
    } catch (error) {
      if (!sqliteCode(error)?.startsWith('SQLITE_BUSY')) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * pause));
  }
}
