import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a process is a server of this program; its number may have been given to another one since. */
export function isServer(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes('--server');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return process.platform !== 'linux';
    throw error;
  }
}

/** Whether a process was stopped by a signal, as Ctrl-Z does; false where that cannot be told. */
export function isStopped(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return /^[Tt]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

/** Whether a process has this file open; false where that cannot be told. The file itself is not opened for it. */
export function holdsOpen(pid: number, path: string): boolean {
  try {
    const file = realpathSync(path);
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((fd) => linkOf(join(folder, fd)) === file);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

/** Undefined for one that was closed meanwhile. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
