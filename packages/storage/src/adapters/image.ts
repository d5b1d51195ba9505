import { readFileSync, statSync } from 'node:fs';
import { type Connection, openImage } from '../driver.ts';

/** Beyond this a file is read where it lies, in bytes. */
const largestImage = 2 ** 30;

/** The whole database in memory, or undefined where the file is not all of it or is too large. */
export function readImage(path: string): Connection | undefined {
  const before = statSync(path);
  if (hasLog(path) || before.size > largestImage || before.size === 0) return undefined;
  const image = readFileSync(path);
  const after = statSync(path);
  if (hasLog(path) || after.mtimeMs !== before.mtimeMs || after.size !== before.size) return undefined;
  // In memory there is no write-ahead log, which these two bytes of the head ask for.
  if (image[18] === 2) image.fill(1, 18, 20);
  return openImage(image);
}

/**
 * True where the file alone may not be all there is: a process writes, or died while it wrote. A server has such a log from
 * its first write on, so that what it has open is never read here: closing the file would drop SQLite's locks.
 */
function hasLog(path: string): boolean {
  return [`${path}-wal`, `${path}-journal`].some((log) => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0);
}
