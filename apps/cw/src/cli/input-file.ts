import { closeSync, fstatSync, openSync, readSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InputFile } from '@cw/entry';
import { randomId } from '@cw/kernel';
import { unreadable } from './unreadable.ts';

/** A file that is open for reading in pieces. @throws Fault that names it */
export function openInputFile(path: string): InputFile {
  try {
    if (statSync(path).isDirectory()) throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' });
    const fd = openSync(path, 'r');
    return fstatSync(fd).isFile() ? plainFile(fd) : pipedFile(fd);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function plainFile(fd: number): InputFile {
  return {
    size: fstatSync(fd).size,
    read: (into, at) => readSync(fd, into, 0, into.length, at),
    [Symbol.dispose]: () => closeSync(fd),
  };
}

/**
 * A pipe as a file: what has come through it cannot be read again, so it is kept in a file without a name, as far as it
 * was asked for.
 */
export function pipedFile(from: number): InputFile {
  const path = join(tmpdir(), `cw-input-${process.pid}-${randomId('log')}`);
  const kept = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  const piece = Buffer.allocUnsafe(1 << 18);
  let length = 0;
  let ended = false;
  const readOn = () => {
    const got = readPiece(from, piece);
    ended = got === 0;
    for (let done = 0; done < got; ) done += writeSync(kept, piece, done, got - done, length + done);
    length += got;
  };
  return {
    size: Number.POSITIVE_INFINITY,
    read: (into, at) => {
      while (!ended && length < at + into.length) readOn();
      return readSync(kept, into, 0, into.length, at);
    },
    [Symbol.dispose]: () => closeSync(kept),
  };
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
