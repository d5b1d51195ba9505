import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';

// A run's agent may have put anything in the place of what is its log: a link to what is nobody's to read there, a folder, a
// pipe that is never written to. None of these is a file of the run.
const openAsFile = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Whether there is a file of the run's own at a path. */
export function isOwnFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Bytes of such a file; none where there is none. */
export function sizeOf(path: string): number {
  return withFile(path, 0, (_, size) => size);
}

/** At most so many bytes of it from an offset on. */
export function readPart(path: string, offset: number, limit: number): Buffer {
  return withFile(path, Buffer.alloc(0), (fd, size) => {
    const length = Math.min(limit, Math.max(0, size - offset));
    const buffer = Buffer.alloc(length);
    return length === 0 ? buffer : buffer.subarray(0, readSync(fd, buffer, 0, length, offset));
  });
}

function withFile<T>(path: string, absent: T, use: (fd: number, size: number) => T): T {
  let fd: number;
  try {
    fd = openSync(path, openAsFile);
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ELOOP', 'ENXIO'].includes(String(error.code)))
      return absent;
    throw error;
  }
  try {
    const stats = fstatSync(fd);
    return stats.isFile() ? use(fd, stats.size) : absent;
  } finally {
    closeSync(fd);
  }
}
