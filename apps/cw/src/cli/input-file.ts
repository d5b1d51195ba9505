import { closeSync, fstatSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InputFile } from '@cw/entry';
import { randomId } from '@cw/kernel';
import { unreadable } from './unreadable.ts';

/** A file that is open for reading in pieces. @throws Fault that names it */
export function openInputFile(path: string): InputFile {
  try {
    const fd = openSync(path, 'r');
    if (fstatSync(fd).isFile()) return inputFile(fd);
    const copy = spooled(fd);
    closeSync(fd);
    return copy;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** All of a pipe in a file without a name, since what has gone through a pipe cannot be read again. */
export function spooled(from: number): InputFile {
  const path = join(tmpdir(), `cw-input-${process.pid}-${randomId('log')}`);
  const fd = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  const piece = Buffer.allocUnsafe(1 << 18);
  for (let length = readPiece(from, piece); length > 0; length = readPiece(from, piece)) {
    for (let done = 0; done < length; ) done += writeSync(fd, piece, done, length - done);
  }
  return inputFile(fd);
}

function readPiece(fd: number, piece: Buffer): number {
  for (;;) {
    try {
      return readSync(fd, piece, 0, piece.length, null);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function inputFile(fd: number): InputFile {
  return {
    size: fstatSync(fd).size,
    read: (into, at) => readSync(fd, into, 0, into.length, at),
    [Symbol.dispose]: () => closeSync(fd),
  };
}
