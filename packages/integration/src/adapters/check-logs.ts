import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { hideSecrets } from '@cw/kernel';
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
  const { text, before } = await endOf(path, mostBytes);
  return before > 0 ? `… ${before} bytes before this are in ${path}\n${text}` : text;
}

/** Of a failed check's output, that stand where people are told of it. */
const mostLines = 12;
const longestLine = 400;

/** The last lines of a check's output that are not empty at its end, without control characters and secrets. */
export async function lastLinesOf(path: string): Promise<readonly string[]> {
  const { text, before } = await endOf(path, 64 * 1024);
  const lines = hideSecrets(stripVTControlCharacters(text).trimEnd())
    .split(/\r?\n/)
    // What stands before the last carriage return was written over.
    .map((line) => line.slice(line.lastIndexOf('\r') + 1).trimEnd());
  // The first one may have lost its beginning.
  const whole = before > 0 && lines.length > 1 ? lines.slice(1) : lines;
  const last = whole
    .slice(-mostLines)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line));
  return last.every((line) => line === '') ? [] : last;
}

type End = {
  readonly text: string;
  /** Bytes before it. */
  readonly before: number;
};

/** The end of a file; empty where there is none. */
async function endOf(path: string, most: number): Promise<End> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const length = Math.min(size, most);
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
      return { text: buffer.toString('utf8'), before: size - length };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { text: '', before: 0 };
    throw error;
  }
}
