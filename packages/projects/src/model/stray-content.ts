import { posix } from 'node:path';

/** Whether a symbolic link leads out of the tree that it lies in: what it stands for is then not part of the work. */
export function leadsOut(path: string, target: string): boolean {
  if (posix.isAbsolute(target)) return true;
  const place = posix.join(posix.dirname(path), target);
  return place === '..' || place.startsWith('../');
}

/**
 * The object that a pointer of Git LFS stands for, by its SHA-256; undefined of a file that is none.
 * Form: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
 */
export function lfsObjectOf(text: string): string | undefined {
  if (!text.startsWith('version https://git-lfs.github.com/spec/v1\n') || text.length > 1024) return undefined;
  return /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
}
