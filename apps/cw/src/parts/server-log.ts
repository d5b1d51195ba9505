import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, isFault, toIso } from '@cw/kernel';
import { toStderr } from '../cli/output.ts';

/** Tells of an error that no caller is told of: a line for who watches, and the details in `server.log` (0600). */
export function serverLog(home: string, clock: Clock): (error: Error, where: string) => void {
  const path = join(home, 'server.log');
  return (error, where) => {
    const at = toIso(clock.now());
    const message = isFault(error) ? `${error.message} (${error.code})` : error.message;
    toStderr(`${at} ${where}: ${message.slice(0, 500)}\n`);
    appendFileSync(path, `${at} ${where}\n${describe(error)}\n`, { mode: 0o600 });
  };
}

function describe(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${describe(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
