import { statSync } from 'node:fs';
import { isFault, step } from '@cw/kernel';
import { glanceAt, suspendedWriter } from '@cw/storage';
import type { Trouble } from './health-report.ts';

/** Which file a path named at some moment: while it is open, no other file is given the same two numbers. */
export type FileIdentity = { readonly dev: number; readonly ino: number };

/** Undefined where no file is there. */
export function identityOf(path: string): FileIdentity | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/**
 * What is wrong with a database, beyond what reading over an open connection tells: that may answer from memory, or from
 * a file that is gone.
 * @param opened the file that a server opened; absent where none was asked
 */
export function databaseTroubles(path: string, opened: FileIdentity | undefined): readonly Trouble[] {
  const other = opened === undefined ? undefined : notTheSame(path, opened);
  return [other ?? unreadable(path), suspendedWriter(path)].filter((trouble) => trouble !== undefined);
}

function notTheSame(path: string, opened: FileIdentity): Trouble | undefined {
  const present = identityOf(path);
  if (present?.ino === opened.ino && present.dev === opened.dev) return undefined;
  const what = present === undefined ? 'was removed' : 'was replaced by another file';
  return {
    message: `The database ${path} ${what} while the server had it open; the server's data is no longer there.`,
    hint: 'If the file was moved, move it back. If it is lost, stop the server, restore a backup, and start it again.',
    next: [step('See the backups', 'backup list'), step('Restore one', 'backup restore', '<file>')],
  };
}

function unreadable(path: string): Trouble | undefined {
  try {
    glanceAt(path);
    return undefined;
  } catch (error) {
    if (!isFault(error)) throw error;
    return { message: error.message, hint: error.hint, next: error.next };
  }
}
