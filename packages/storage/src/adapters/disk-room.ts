import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** With fewer bytes than this left, the next write may be refused. */
export const almostFull = 100_000_000;

/** Bytes that a user may still write on the disk that holds a path, or will hold it. */
export function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch (error) {
    const above = dirname(path);
    if (!(error instanceof Error && 'code' in error) || above === path) throw error;
    return freeBytes(above);
  }
}
