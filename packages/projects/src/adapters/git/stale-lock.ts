import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { refFolder } from './ref-files.ts';

/** git holds the lock of a ref for milliseconds; one of this age was left by a git that was killed. */
const staleMs = 10_000;
const lookEvery = 100;

/**
 * Waits until nobody holds the locks of these refs in a clone, or in that of a working tree; one that a killed git left there is taken
 * away.
 * @returns false when there was none
 */
export async function outwaitLocks(dir: string, refs: readonly string[]): Promise<boolean> {
  const folder = refFolder(dir) ?? dir;
  const locks = refs.map((ref) => join(folder, `${ref}.lock`));
  let waited = false;
  for (const lock of locks) {
    const since = performance.now();
    for (let inode = inodeOf(lock); inode !== undefined && inodeOf(lock) === inode; ) {
      waited = true;
      if (performance.now() - since > staleMs) await rm(lock, { force: true });
      else await pause(lookEvery);
    }
  }
  return waited;
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
