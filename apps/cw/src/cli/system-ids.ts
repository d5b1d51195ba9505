import { closeSync, openSync, readSync } from 'node:fs';
import { type IdSource, idsFrom, randomId } from '@cw/kernel';

const device = '/dev/urandom';

/**
 * Random ids from the system's own source of chance, where it has one as a file: Node's library for it would be a tenth of
 * what a command that makes a task costs.
 */
export const systemIds: IdSource = (kind) => (hasDevice() ? fromDevice : randomId)(kind);

const fromDevice = idsFrom((count) => {
  const file = openSync(device, 'r');
  try {
    const bytes = Buffer.alloc(count);
    if (readSync(file, bytes) !== count) throw new Error(`${device} gave less than was asked for`);
    return bytes;
  } finally {
    closeSync(file);
  }
});

function hasDevice(): boolean {
  return process.platform === 'linux' || process.platform === 'darwin';
}
