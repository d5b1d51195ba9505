import { existsSync, statSync } from 'node:fs';
import { bellPath } from './bell.ts';
import { backupsBeside } from './good-backup.ts';

/**
 * Whether a database of which nothing is left but an empty file was a workspace before. A first start that was killed leaves
 * an empty file too, but neither a bell, which is there from the first commit on, nor a backup.
 */
export function wasEmptied(path: string): boolean {
  const isEmpty = statSync(path, { throwIfNoEntry: false })?.size === 0;
  return isEmpty && (existsSync(bellPath(path)) || backupsBeside(path).length > 0);
}

/** Why such a file is no database that can be read. */
export const emptied = 'it is empty, and was not before';
