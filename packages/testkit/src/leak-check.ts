import { readdir, readFile } from 'node:fs/promises';
import { type TimerWatch, watchTimers } from './timer-watch.ts';
import { waitFor } from './wait-for.ts';

export type MarkedProcess = { readonly pid: number; readonly command: string };

/**
 * Living processes whose environment holds `NAME=value` (a name alone matches any value). Zombies do not count, nor
 * does the asking process itself. Linux only.
 */
export async function processesCarrying(marker: string): Promise<readonly MarkedProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(pids.map((pid) => markedProcess(pid, marker)));
  return found.filter((entry) => entry !== undefined);
}

const noTimers: TimerWatch = { pending: () => [], stop: () => {} };

export type LeakOptions = {
  /** How long leftovers may take to go, in milliseconds. @defaultValue 2000 */
  readonly graceMs?: number;
  /** Whether timers count, which cannot be told from those of tests that run at the same time. @defaultValue true */
  readonly timers?: boolean;
};

/**
 * `await using _ = leakCheck('CW_RUN=rn_1')` as a test's first line: when the test ends, throws if processes that carry
 * the marker, or timers set since, are still alive after a grace. The processes are ended first, so that the next test
 * starts clean.
 */
export function leakCheck(
  marker: string,
  { graceMs = 2000, timers: timersCount = true }: LeakOptions = {},
): AsyncDisposable {
  const timers = timersCount ? watchTimers() : noTimers;
  const look = async () => ({ processes: await processesCarrying(marker), timers: timers.pending() });
  return {
    async [Symbol.asyncDispose]() {
      let seen = await look();
      const isClean = async () => {
        seen = await look();
        return seen.processes.length + seen.timers.length === 0;
      };
      await waitFor(isClean, { timeout: graceMs }).catch(() => undefined);
      timers.stop();
      for (const { pid } of seen.processes) end(pid);
      const leaks = [
        ...seen.processes.map(({ pid, command }) => `process ${pid} (${command})`),
        ...seen.timers.map((setAt) => `a timer set at ${setAt}`),
      ];
      if (leaks.length > 0) throw new Error(`the test left behind: ${leaks.join('; ')}`);
    },
  };
}

/** Ends what carries the marker, at once: for a scene whose agents would otherwise outlive it, as agents do. */
export async function endProcesses(marker: string): Promise<void> {
  for (const { pid } of await processesCarrying(marker)) end(pid);
}

/** A process may end, or belong to somebody else, between the listing and the reading. */
async function markedProcess(pid: string, marker: string): Promise<MarkedProcess | undefined> {
  try {
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
    const carries = environment.some((entry) => entry === marker || entry.startsWith(`${marker}=`));
    if (!carries) return undefined;
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').join(' ').trim();
    return { pid: Number(pid), command };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(String(error.code))
  );
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
