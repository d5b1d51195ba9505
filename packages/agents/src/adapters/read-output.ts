import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { logFiles } from './process/wrapper.ts';

const chunkBytes = 256 * 1024;
const tailBytes = 16 * 1024;

/**
 * The bytes of a run's output from an offset on; none when there are no more, or no file yet.
 * @param most how many
 */
export function readOutput(dir: string, offset: number, most = chunkBytes): Buffer {
  return readPart(join(dir, logFiles.output), offset, most);
}

/** How much a run's program has printed so far, in bytes. */
export function outputBytes(dir: string): number {
  return sizeOf(join(dir, logFiles.output));
}

/** The last 16 KiB of what the program wrote to its error output. */
export function readErrorTail(dir: string): string {
  const path = join(dir, logFiles.errors);
  return readPart(path, Math.max(0, sizeOf(path) - tailBytes), tailBytes).toString('utf8');
}

function sizeOf(path: string): number {
  return withFile(path, 0, (fd) => fstatSync(fd).size);
}

function readPart(path: string, offset: number, limit: number): Buffer {
  return withFile(path, Buffer.alloc(0), (fd) => {
    const length = Math.min(limit, Math.max(0, fstatSync(fd).size - offset));
    const buffer = Buffer.alloc(length);
    return length === 0 ? buffer : buffer.subarray(0, readSync(fd, buffer, 0, length, offset));
  });
}

function withFile<T>(path: string, absent: T, use: (fd: number) => T): T {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return absent;
    throw error;
  }
  try {
    return use(fd);
  } finally {
    closeSync(fd);
  }
}
