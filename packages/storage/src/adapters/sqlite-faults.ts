import { Fault, type FaultOptions } from '@cw/kernel';
import { sqliteCode } from '../driver.ts';
import type { LockHolder } from './lock-holder.ts';
import { unreadableDatabase } from './unreadable-database.ts';

type Said = Omit<FaultOptions, 'cause'>;

/** What the disk or another program keeps SQLite from, by the code or its first part. */
const faults: Readonly<Record<string, Said>> = {
  SQLITE_FULL: {
    code: 'storage.full',
    message: 'The disk is full; the change was not written.',
    hint: 'Free some space and try again.',
    kind: 'unavailable',
  },
  SQLITE_READONLY: {
    code: 'storage.read-only',
    message: 'The database cannot be written to; nothing was changed.',
    hint: 'Check the permissions of the workspace folder, or choose another with --home.',
    kind: 'unavailable',
  },
  SQLITE_IOERR: {
    code: 'storage.io',
    message: 'The system would not read or write the database file; nothing was changed.',
    hint: 'Look at the disk, at limits on the size of files (ulimit -f), and at the log of the system, then try again.',
    kind: 'unavailable',
  },
  SQLITE_BUSY: {
    code: 'storage.busy',
    message: 'Another process has the whole database to itself; nothing was changed.',
    hint: 'Try again in a moment. If it stays so, see which program has it open (for example a sqlite3 shell), and let it finish.',
    kind: 'unavailable',
  },
};

/**
 * Says in words what SQLite says in codes, where the user can do something about it; anything else as it came.
 * @param path the database that was worked with; a damaged one is named, with the newest good backup of it
 */
export function sqliteFault(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const kind = code.split('_', 2).join('_');
  if (kind === 'SQLITE_CORRUPT' || kind === 'SQLITE_NOTADB') {
    const why = kind === 'SQLITE_CORRUPT' ? 'the file is damaged' : 'it is no database';
    return unreadableDatabase(path, why, error);
  }
  const said = faults[code === 'SQLITE_PERM' ? 'SQLITE_READONLY' : kind];
  return said === undefined ? error : new Fault({ ...said, cause: error });
}

/**
 * Nobody at all could write for a while.
 * @param waited in milliseconds
 * @param holder who has the lock, where the system tells
 */
export function stillBusy(waited: number, holder?: LockHolder, cause?: unknown): Fault {
  const who = holder === undefined ? 'another process' : `process ${holder.pid} (${holder.program})`;
  return new Fault({
    code: 'storage.busy',
    message: `Nobody could write to the database for ${Math.round(waited / 1000)} s, because ${who} keeps it locked; nothing was written.`,
    hint:
      holder === undefined
        ? 'See which program has it open (for example a sqlite3 shell), let it finish, and try again.'
        : `Let process ${holder.pid} finish, or close the program it belongs to, and try again.`,
    cause,
    kind: 'unavailable',
  });
}

export function newerSchema(found: number, known: number): Fault {
  return new Fault({
    code: 'storage.newer',
    message: `The database was made by a newer version of cw (schema ${found}, this program knows ${known}); nothing was changed.`,
    hint: 'Update cw, or use the newer program that is already installed.',
  });
}

/** A backup was put back under a program that goes on: only a start brings a database up to date. */
export function olderSchema(found: number, known: number): Fault {
  return new Fault({
    code: 'storage.older',
    message: `The database was put back to an older version (schema ${found}, this program works with ${known}); nothing was changed.`,
    hint: 'Start this program again: the start brings the database up to date, after a backup.',
  });
}
