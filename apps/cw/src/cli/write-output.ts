import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Fault } from '@cw/kernel';

/**
 * Writes a file whole or not at all: beside it first, then in its place. What is no file, such as `/dev/null`, is written
 * to as it is.
 * @throws Fault that names it
 */
export async function writeOutputFile(path: string, parts: AsyncIterable<string>): Promise<number> {
  const made: string[] = [];
  try {
    const target = existsSync(path) ? realpathSync(path) : path;
    const there = statSync(target, { throwIfNoEntry: false });
    if (there && !there.isFile() && !there.isDirectory()) return await writeParts(openSync(target, 'w'), parts);
    if (there?.isDirectory()) throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' });
    const beside = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
    const fd = openSync(beside, 'wx', there ? there.mode & 0o777 : 0o666);
    made.push(beside);
    const bytes = await writeParts(fd, parts);
    renameSync(beside, target);
    return bytes;
  } catch (error) {
    for (const file of made) rmSync(file, { force: true });
    throw unwritable(path, error);
  }
}

async function writeParts(fd: number, parts: AsyncIterable<string>): Promise<number> {
  let bytes = 0;
  try {
    for await (const part of parts) {
      const content = Buffer.from(part, 'utf8');
      for (let done = 0; done < content.length; ) done += writeSync(fd, content, done);
      bytes += content.length;
    }
    if (fstatSync(fd).isFile()) fsyncSync(fd);
    return bytes;
  } finally {
    closeSync(fd);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'that is not allowed',
  EPERM: 'that is not allowed',
  EROFS: 'it is on a disk that cannot be written to',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EFBIG: 'a file may not be that long here',
};

/** Faults and bugs of what is written pass as they are. */
function unwritable(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error && !(error instanceof Fault) ? String(error.code) : '';
  if (!/^E[A-Z]+$/.test(code)) return error;
  return new Fault({
    code: 'output.unwritable',
    message: `${path} cannot be written: ${reasons[code] ?? code}. What was there before is untouched.`,
    hint: 'Name another place, or put that right and try again.',
    cause: error,
    kind: code === 'ENOSPC' ? 'unavailable' : 'usage',
  });
}
