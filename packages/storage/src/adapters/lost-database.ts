import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namesIn } from '../names-in.ts';
import { bellPath } from './bell.ts';
import { backupsBeside } from './good-backup.ts';

/** What lies in a home once its workspace has been used: none of it is made before the database is. */
const madeLater = ['projects', 'worktrees', 'agent-logs', 'check-logs', 'accounts', 'secret', 'dispatcher.lock.db'];

/**
 * Why a database that is empty or not there must not be made anew, to end a sentence: there was a workspace before.
 * Undefined where there was none; a first start that was killed leaves an empty file and nothing else.
 */
export function lostDatabase(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && found.size > 0) return undefined;
  if (!wasUsed(path)) return undefined;
  return found === undefined ? 'it is gone, although it existed before' : 'it is empty, although it was not before';
}

function wasUsed(path: string): boolean {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if ((log?.size ?? 0) > 0 || existsSync(bellPath(path)) || backupsBeside(path).length > 0) return true;
  const home = dirname(path);
  return madeLater.some((name) => isThere(join(home, name)));
}

/** A file, or a folder with something in it. */
function isThere(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() ? namesIn(path).length > 0 : found !== undefined;
}
