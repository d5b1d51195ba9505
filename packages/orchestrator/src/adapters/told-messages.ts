import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ids of the messages that were written to the agent of a run, whether or not it has read them. */
export function readTold(logDir: string): Set<string> {
  const path = toldPath(logDir);
  return new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []);
}

/** Keeps that a message was written to the agent. */
export function keepTold(logDir: string, id: string): void {
  appendFileSync(toldPath(logDir), `${id}\n`, { mode: 0o600 });
}

function toldPath(logDir: string): string {
  return join(logDir, 'told-messages');
}
