import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

export type LockHolder = {
  readonly pid: number;
  readonly program: string;
  /** Stopped with Ctrl+Z or a signal: it holds what it has and does nothing until it is told to go on. */
  readonly suspended: boolean;
};

/** The byte of the `-shm` file that SQLite locks while a connection writes, and the byte all of it is held by alone. */
const writeByte = 120;

/** The byte of a database without a write-ahead log that SQLite locks while a connection writes. */
const reservedByte = 0x40000001;

/**
 * The process that holds the write lock of a database at this moment, as the kernel tells. Undefined where nobody does, and
 * where the system does not say (it is not Linux, or the process is out of sight).
 */
export function findLockHolder(path: string): LockHolder | undefined {
  return findHolder(`${path}-shm`, writeByte);
}

/** The same for a database that keeps no write-ahead log. */
export function findFileLockHolder(path: string): LockHolder | undefined {
  return findHolder(path, reservedByte);
}

function findHolder(file: string, byte: number): LockHolder | undefined {
  try {
    const { ino } = statSync(file);
    const holder = readFileSync('/proc/locks', 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find((fields) => holdsWriting(fields, ino, byte));
    const pid = Number(holder?.[4]);
    if (holder === undefined || !(pid > 0)) return undefined;
    return { pid, program: programOf(pid), suspended: isSuspended(pid) };
  } catch {
    return undefined;
  }
}

/** The fields of one line of /proc/locks: number, kind, advisory, mode, pid, device:inode, first byte, last byte. */
function holdsWriting(fields: readonly string[], inode: number, byte: number): boolean {
  const [, kind, , mode, , file = '', first, last] = fields;
  if (kind !== 'POSIX' || mode !== 'WRITE' || Number(file.split(':').at(-1)) !== inode) return false;
  return Number(first) <= byte && (last === 'EOF' || Number(last) >= byte);
}

function programOf(pid: number): string {
  const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return basename(program) || 'unknown';
}

/** By the state that follows the program's name, which stands in parentheses and may hold any character. */
function isSuspended(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return /^[Tt]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}
