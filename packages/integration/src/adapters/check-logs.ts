import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MergeRequest } from '../model/merge-request.ts';

const mostBytes = 512 * 1024;

/** Where a check of an attempt writes; `set-up` stands for the hook that runs before the checks. */
export function checkLogPath(
  home: string,
  request: Pick<MergeRequest, 'id' | 'attempt'>,
  check: number | 'set-up',
): string {
  return join(home, 'check-logs', request.id, `${request.attempt}-${check}.log`);
}

/** Merge requests of a workspace whose checks have left output. */
export function listCheckLogs(home: string): readonly string[] {
  const root = join(home, 'check-logs');
  return existsSync(root) ? readdirSync(root) : [];
}

/** Bytes of the output of a merge request's checks. */
export function checkLogSize(home: string, mergeId: string): number {
  const dir = join(home, 'check-logs', mergeId);
  return readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
}

/** Removes the output of the checks of a merge request that has ended. Safe to repeat. */
export function removeCheckLogs(home: string, mergeId: string): void {
  rmSync(join(home, 'check-logs', mergeId), { recursive: true, force: true });
}

/** Whether the output of a check that has run is there no more: each check that begins makes its file. */
export function isRemoved(path: string): boolean {
  return !existsSync(dirname(path));
}

/** The end of a check's output, at most 512 KiB; empty while there is none. */
export async function readCheckLog(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const length = Math.min(size, mostBytes);
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
      const text = buffer.toString('utf8');
      return size > length ? `… ${size - length} bytes before this are in ${path}\n${text}` : text;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
