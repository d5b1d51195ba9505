import { existsSync, statSync } from 'node:fs';
import { Fault, step, systemCode } from '@cw/kernel';
import { newestGoodBackup } from './good-backup.ts';

/**
 * What is said wherever a database turns out to be damaged or to be none: which, why, and the newest backup that is whole.
 * @param why ends the sentence "The database <path> cannot be used: …"; of a folder in its place that is said instead
 */
export function unreadableDatabase(path: string, why: string, cause?: unknown): Fault {
  const backup = newestGoodBackup(path);
  const inTheWay = isFolder(path);
  const way =
    backup === undefined
      ? 'No good backup found: choose another workspace with --home, or stop the server and restore a backup from elsewhere.'
      : 'Stop the server and restore the newest good backup.';
  return new Fault({
    code: 'storage.unreadable',
    message: `The database ${path} cannot be used: ${inTheWay ? 'it is a folder' : why}. Nothing was changed.`,
    hint: `${inTheWay ? 'Move that folder away first. ' : ''}${way}${existsSync(path) ? ' The current file is kept.' : ''}`,
    next: [step('Restore it', 'backup restore', backup ?? '<file>'), step('See everything that is wrong', 'doctor')],
    cause,
    kind: 'unavailable',
  });
}

/** Whether a folder lies in the place of a database, of which SQLite says only that it cannot be opened or read. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    if (systemCode(error) !== undefined) return false;
    throw error;
  }
}
