import { setTimeout as pause } from 'node:timers/promises';

/** Beyond this many bytes under way, a client that does not read is waited for. */
const backlogLimit = 1024 * 1024;

export function isClogged(backlog: () => number): boolean {
  return backlog() > backlogLimit;
}

/**
 * Resolves when a client has taken enough of what was sent to it, or the signal aborts. A socket tells nobody when it has
 * drained, so a clogged one is looked at again now and then.
 */
export async function whenTaken(backlog: () => number, signal: AbortSignal): Promise<void> {
  while (isClogged(backlog) && !signal.aborted) await pause(25, undefined, { ref: false });
}
