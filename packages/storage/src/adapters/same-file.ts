import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fault } from '@cw/kernel';
import { type Connection, openConnection, sqliteCode } from '../driver.ts';
import { makeFolder } from '../make-folder.ts';
import { copyWhole } from './copy-whole.ts';
import { unreadableDatabase } from './unreadable-database.ts';

/** Asks whether a connection still has the file open that lies at its path. */
export type SameFile = {
  /**
   * Saves what is open as a backup, once, where another file lies there, or none.
   * @throws Fault `storage.unreadable` in that case
   */
  require(): void;
};

/**
 * Somebody may remove the file of a database, or put another one in its place, under a program that has it open: all that is
 * written after that would be gone with the program.
 * @param connection that has it open, before anybody could have done so
 */
export function sameFile(connection: Connection, path: string): SameFile {
  let known = inodeOf(path);
  let found: Fault | undefined;
  return {
    require: () => {
      const now = inodeOf(path);
      if (now === known) return;
      if (now !== undefined && isSameDatabase(connection, path)) {
        // Some file systems number a file anew.
        known = now;
        return;
      }
      if (found === undefined) saveOpen(connection, path);
      const why = now === undefined ? 'it was removed' : 'it was replaced by another file';
      found ??= unreadableDatabase(path, `${why} while this program had it open`);
      throw found;
    },
  };
}

function inodeOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev} ${found.ino}`;
}

/** By the name of the event log and its last event, as both see them. */
function isSameDatabase(connection: Connection, path: string): boolean {
  const nameOf = (one: Connection) =>
    JSON.stringify(
      one.prepare("SELECT (SELECT value FROM meta WHERE key = 'log_id'), (SELECT max(seq) FROM events)").raw().get(),
    );
  return tryRead(() => {
    const other = openConnection(path, { readonly: true });
    try {
      return nameOf(other) === nameOf(connection);
    } finally {
      other.close();
    }
  });
}

/** What is open is nowhere else: it is kept among the backups, where the home itself is still there. */
function saveOpen(connection: Connection, path: string): void {
  const home = dirname(path);
  if (!existsSync(home)) return;
  tryRead(() => {
    const folder = join(home, 'backups');
    makeFolder(folder);
    copyWhole(connection, join(folder, `cw-${process.pid}-${process.hrtime.bigint()}-saved.db`));
    return true;
  });
}

/** False where the database or the disk does not let it be done. */
function tryRead(action: () => boolean): boolean {
  try {
    return action();
  } catch (error) {
    if (sqliteCode(error) === undefined && !(error instanceof Error && 'code' in error)) throw error;
    return false;
  }
}
