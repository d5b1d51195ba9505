import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { adviceInTerminal } from '@cw/entry';
import { type Clock, isFault, toIso } from '@cw/kernel';
import { toStderr } from '../cli/output.ts';

/** A log that has become longer than this many bytes begins anew; the one before it is kept as `server.log.1`. */
const longestLog = 5_000_000;

/** The same line is written once in this many milliseconds. */
const quietFor = 10_000;

/**
 * Tells of an error that no caller is told of: a line for who watches, and the details in `server.log` (0600). An error
 * that comes again and again is told of now and then. It never throws: a log that cannot be written ends nothing.
 */
export function serverLog(home: string, clock: Clock): (error: Error, where: string) => void {
  const path = join(home, 'server.log');
  let last = { line: '', at: 0, times: 0 };
  return (error, where) => {
    const now = clock.now();
    const message = isFault(error) ? `${error.message} (${error.code})` : error.message;
    const line = `${where}: ${message.slice(0, 1_000)}`;
    if (line === last.line && now - last.at < quietFor) {
      last.times += 1;
      return;
    }
    const again = last.line === line && last.times > 0 ? ` (${last.times} more times)` : '';
    last = { line, at: now, times: 0 };
    tell(path, { at: toIso(now), line: `${line}${again}`, details: describe(error) });
  };
}

function tell(path: string, { at, line, details }: { at: string; line: string; details: string }): void {
  try {
    toStderr(`${at} ${line}\n`);
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > longestLog) renameSync(path, `${path}.1`);
    appendFileSync(path, [`${at} ${line}`, ...(details === '' ? [] : [details]), ''].join('\n'), { mode: 0o600 });
  } catch (error) {
    if (error instanceof Error && ('code' in error || isFault(error))) return;
    throw error;
  }
}

/** What the world said no to needs no trace of the program's own lines. */
function describe(error: Error): string {
  if (isFault(error) && error.cause === undefined) return adviceInTerminal(error) ?? '';
  const cause = error.cause instanceof Error ? `\ncaused by ${describe(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
