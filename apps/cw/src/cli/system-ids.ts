import { closeSync, openSync, readSync } from 'node:fs';
import { type IdSource, idsFrom, randomId } from '@cw/kernel';

const device = '/dev/urandom';

/**
 * Random ids from the system's own source of chance, where it has one as a file: Node's library for it would be a tenth of
 * what a command that makes a task costs.
 */
export const systemIds: IdSource = (kind) => (hasDevice() ? fromDevice : randomId)(kind);

/** So much is read at once: an import makes ids by the thousand. */
const atOnce = 2048;

let drawn: Buffer = Buffer.alloc(0);

/** Bytes that nobody had before. */
const fromDevice = idsFrom((count) => {
  if (drawn.length < count) drawn = draw(Math.max(count, atOnce));
  const bytes = drawn.subarray(0, count);
  drawn = drawn.subarray(count);
  return bytes;
});

function draw(count: number): Buffer {
  const file = openSync(device, 'r');
  try {
    const bytes = Buffer.alloc(count);
    if (readSync(file, bytes) !== count) throw new Error(`${device} gave less than was asked for`);
    return bytes;
  } finally {
    closeSync(file);
  }
}

function hasDevice(): boolean {
  return process.platform === 'linux' || process.platform === 'darwin';
}
