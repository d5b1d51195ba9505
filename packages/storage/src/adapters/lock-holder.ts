import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

export type LockHolder = { readonly pid: number; readonly program: string };

/** The byte of the `-shm` file that SQLite locks while a connection writes, and the byte all of it is held by alone. */
const writeByte = 120;

/**
 * The process that holds the write lock of a database at this moment, as the kernel tells. Undefined where nobody does, and
 * where the system does not say (it is not Linux, or the process is out of sight).
 */
export function findLockHolder(path: string): LockHolder | undefined {
  try {
    const { ino } = statSync(`${path}-shm`);
    const holder = readFileSync('/proc/locks', 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find((fields) => holdsWriting(fields, ino));
    const pid = Number(holder?.[4]);
    return holder === undefined || !(pid > 0) ? undefined : { pid, program: programOf(pid) };
  } catch {
    return undefined;
  }
}

/** The fields of one line of /proc/locks: number, kind, advisory, mode, pid, device:inode, first byte, last byte. */
function holdsWriting(fields: readonly string[], inode: number): boolean {
  const [, kind, , mode, , file = '', first, last] = fields;
  if (kind !== 'POSIX' || mode !== 'WRITE' || Number(file.split(':').at(-1)) !== inode) return false;
  return Number(first) <= writeByte && (last === 'EOF' || Number(last) >= writeByte);
}

function programOf(pid: number): string {
  const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return basename(program) || 'unknown';
}
