import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isImpossiblePath } from '../../model/impossible-path.ts';
import { git, gitFields } from './run-git.ts';

/**
 * An index that is broken, that is not there, or that names paths which git never tracks is made from HEAD: then nothing
 * of the work looks deleted.
 */
export async function makeIndexReadable(path: string, gitDir: string): Promise<void> {
  const index = join(gitDir, 'index');
  if (existsSync(index)) {
    const bytes = await readFile(index);
    if (isWhole(bytes) && (!mayLead(bytes) || !(await leads(path)))) return;
  }
  await rm(index, { force: true });
  await git(path, ['read-tree', 'HEAD'], { accept: [128] });
}

/** Cheap to say of nearly all. Version 4 shortens its paths, and a `link` leads to a part elsewhere: those cannot be seen. */
function mayLead(index: Buffer): boolean {
  return index.readUInt32BE(4) > 3 || /\.\/|\.git\/|link/i.test(index.toString('latin1'));
}

async function leads(path: string): Promise<boolean> {
  return (await gitFields(path, ['ls-files', '-z'])).some(isImpossiblePath);
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
