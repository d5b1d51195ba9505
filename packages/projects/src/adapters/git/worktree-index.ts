import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from './run-git.ts';

/** An index that is broken, or that is not there, is made from HEAD: then nothing of the work looks deleted. */
export async function makeIndexReadable(path: string, gitDir: string): Promise<void> {
  const index = join(gitDir, 'index');
  if (existsSync(index) && isWhole(await readFile(index))) return;
  await rm(index, { force: true });
  await git(path, ['read-tree', 'HEAD'], { accept: [128] });
}

/** An index begins with a mark and ends in the hash of what stands before, or in zeros where git is told not to hash. */
function isWhole(index: Buffer): boolean {
  if (index.subarray(0, 4).toString('latin1') !== 'DIRC') return false;
  return (['sha1', 'sha256'] as const).some((algorithm) => {
    const length = algorithm === 'sha1' ? 20 : 32;
    const end = index.subarray(-length);
    const body = index.subarray(0, Math.max(0, index.length - length));
    return end.every((byte) => byte === 0) || end.equals(createHash(algorithm).update(body).digest());
  });
}
