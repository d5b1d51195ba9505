import { join } from 'node:path';
import { readPart, sizeOf } from './own-file.ts';
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
