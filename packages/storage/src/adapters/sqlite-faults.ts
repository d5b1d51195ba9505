import { Fault } from '@cw/kernel';
import { sqliteCode } from '../driver.ts';
import { databaseFault, noRoomFault } from './disk-faults.ts';
import { findLockHolder, type LockHolder } from './lock-holder.ts';
import { isFolder, unreadableDatabase } from './unreadable-database.ts';

/**
 * Says in words what SQLite says in codes, where the user can do something about it; anything else as it came.
 * @param path the database that was worked with; a damaged one is named, with the newest good backup of it
 */
export function sqliteFault(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  switch (code.split('_', 2).join('_')) {
    case 'SQLITE_CORRUPT':
      return unreadableDatabase(path, 'the file is damaged', error);
    case 'SQLITE_NOTADB':
      return unreadableDatabase(path, 'it is not a database', error);
    case 'SQLITE_FULL':
      return noRoomFault(path, error);
    case 'SQLITE_READONLY':
    case 'SQLITE_PERM':
    case 'SQLITE_CANTOPEN':
      if (isFolder(path)) return unreadableDatabase(path, 'it is a folder', error);
      return databaseFault(path, error) ?? readOnly(path, error);
    case 'SQLITE_IOERR':
      if (isFolder(path)) return unreadableDatabase(path, 'it is a folder', error);
      return databaseFault(path, error) ?? notWritten(path, error);
    case 'SQLITE_BUSY':
      return wholeDatabaseHeld(error);
    default:
      return error;
  }
}

const readOnly = (path: string, cause: unknown) =>
  new Fault({
    code: 'storage.read-only',
    message: `The database ${path} is not writable; nothing was changed.`,
    hint: 'Check the permissions of its folder, or choose another workspace with --home.',
    cause,
    kind: 'unavailable',
  });

const notWritten = (path: string, cause: unknown) =>
  new Fault({
    code: 'storage.io',
    message: `The system refused to read or write the database ${path}; nothing was changed.`,
    hint: 'Check the disk, the file size limit (ulimit -f) and the system log, then try again.',
    cause,
    kind: 'unavailable',
  });

const wholeDatabaseHeld = (cause: unknown) =>
  new Fault({
    code: 'storage.busy',
    message: 'Another process has locked the whole database; nothing was changed.',
    hint: 'Try again in a moment. If it persists, find out which program has it open (for example a sqlite3 shell), and let it finish.',
    cause,
    kind: 'unavailable',
  });

/**
 * Nobody at all could write for a while.
 * @param waited in milliseconds
 * @param holder who has the lock, where the system tells
 */
export function stillBusy(waited: number, holder?: LockHolder, cause?: unknown): Fault {
  const seconds = Math.round(waited / 1000);
  return new Fault({
    code: 'storage.busy',
    message: `Nobody could write to the database for ${seconds} s, because ${named(holder)} keeps it locked; nothing was written.`,
    hint: letGo(holder),
    cause,
    kind: 'unavailable',
  });
}

/** What is wrong while a process that was stopped keeps everybody from writing, and what to do about it. */
export function suspendedWriter(path: string): { readonly message: string; readonly hint: string } | undefined {
  const holder = findLockHolder(path);
  if (holder?.suspended !== true) return undefined;
  const message = `Nobody can write to the database ${path}, because ${named(holder)} keeps it locked.`;
  return { message, hint: letGo(holder) };
}

/**
 * Something else that one process does at a time was waited for in vain.
 * @param path of the lock's file
 */
export function lockHeld(path: string, waited: number, holder?: LockHolder): Fault {
  return new Fault({
    code: 'storage.busy',
    message: `${named(holder)} has locked ${path} for ${Math.round(waited / 1000)} s; nothing was changed.`,
    hint: letGo(holder),
    kind: 'unavailable',
  });
}

function named(holder: LockHolder | undefined): string {
  if (holder === undefined) return 'another process';
  return `process ${holder.pid} (${holder.program}${holder.suspended ? ', suspended' : ''})`;
}

function letGo(holder: LockHolder | undefined): string {
  if (holder === undefined) {
    return 'Find out which program has it open (for example a sqlite3 shell), let it finish, and try again.';
  }
  if (holder.suspended) return `Continue it: fg in its terminal, or kill -CONT ${holder.pid}. Then try again.`;
  return `Let process ${holder.pid} finish, or close the program it belongs to, and try again.`;
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
    message: `The database was restored to an older version (schema ${found}, this program works with ${known}); nothing was changed.`,
    hint: 'Restart this program: it will upgrade the database, after a backup.',
  });
}
