import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
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
import { Fault, systemCode, systemReason } from '@cw/kernel';
import { namesIn, sha256Of } from '@cw/storage';

/**
 * Writes a file whole or not at all: beside it first, read back, then in its place. What is no file, such as `/dev/null`, is written
 * to as it is.
 * @throws Fault that names it
 */
export async function writeOutputFile(path: string, parts: AsyncIterable<string>): Promise<number> {
  const made: string[] = [];
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there && !there.isFile() && !there.isDirectory()) return await writeParts(openSync(path, 'w', 0o666), parts);
    if (there?.isDirectory()) throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' });
    const target = there ? realpathSync(path) : path;
    clearLeftOver(target);
    const beside = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
    const fd = openSync(beside, 'wx', there ? there.mode & 0o777 : 0o666);
    made.push(beside);
    const written = createHash('sha256');
    const bytes = await writeParts(fd, heard(parts, written));
    readBack(beside, path, written.digest('hex'));
    renameSync(beside, target);
    return bytes;
  } catch (error) {
    for (const file of made) rmSync(file, { force: true });
    throw unwritable(path, error);
  }
}

async function* heard(parts: AsyncIterable<string>, hash: Hash): AsyncGenerator<string> {
  for await (const part of parts) {
    hash.update(part, 'utf8');
    yield part;
  }
}

/** @throws Fault `output.unwritable` where the file does not hold what was written to it */
function readBack(beside: string, path: string, wanted: string): void {
  if (sha256Of(beside) === wanted) return;
  throw new Fault({
    code: 'output.unwritable',
    message: `${path} was not written: reading it back gave different content. The previous file is untouched.`,
    hint: 'Check the disk and the system log, then try again, or choose another place.',
    kind: 'unavailable',
  });
}

/** What programs left beside a file that ended while they wrote it. */
function clearLeftOver(target: string): void {
  const folder = dirname(target);
  const start = `.${basename(target)}.`;
  for (const name of namesIn(folder)) {
    const pid = name.startsWith(start) ? /^(\d+)\.part$/.exec(name.slice(start.length))?.[1] : undefined;
    if (pid !== undefined && !lives(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function lives(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
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

/** Faults and bugs of what is written pass as they are. */
function unwritable(path: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  return new Fault({
    code: 'output.unwritable',
    message: `${path} cannot be written: ${systemReason(code) ?? code}. The previous file is untouched.`,
    hint: 'Choose another place, or fix the cause and try again.',
    cause: error,
    kind: code === 'ENOSPC' ? 'unavailable' : 'usage',
  });
}
