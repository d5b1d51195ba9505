import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { lastFailedRuns } from '@cw/agents';
import { toIso } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { LastError } from './health-report.ts';

const shown = 10;
/** How much of the end of the server's log is read, in bytes. */
const tail = 65_536;

/** What went wrong last, in the server and in runs, the newest first. */
export async function lastErrors(home: string, read: ReadDb): Promise<readonly LastError[]> {
  const runs = (await lastFailedRuns(read, shown)).map(
    ({ id: runId, taskTitle, reason, endedAt }): LastError => ({
      at: toIso(endedAt),
      runId,
      taskTitle,
      message: reason ?? 'It ended without a reason.',
    }),
  );
  return [...runs, ...serverErrors(home)].sort((left, right) => right.at.localeCompare(left.at)).slice(0, shown);
}

/** The errors at the end of `server.log`, without their details. */
function serverErrors(home: string): readonly LastError[] {
  const lines = endOf(join(home, 'server.log')).split('\n');
  return lines.flatMap((line) => {
    const [, at, message] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (.+)$/.exec(line) ?? [];
    return at === undefined || message === undefined ? [] : [{ at, message, runId: null, taskTitle: null }];
  });
}

function endOf(path: string): string {
  try {
    const fd = openSync(path, 'r');
    try {
      const { size } = fstatSync(fd);
      const bytes = Buffer.alloc(Math.min(size, tail));
      const length = readSync(fd, bytes, 0, bytes.length, Math.max(0, size - tail));
      return bytes.toString('utf8', 0, length);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return '';
    throw error;
  }
}
