import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Instant, toIso } from '@cw/kernel';
import type { LogEntry } from '../model/run-view.ts';
import { isOwnFile } from './own-file.ts';
import { logFiles } from './process/wrapper.ts';

/** When the output of a run had reached which length: agent programs do not say when they wrote a line. */
export type OutputTimes = readonly { readonly length: number; readonly at: Instant }[];

/** Output that was written longer ago than this when it is first seen has no time of its own, in milliseconds. */
const fresh = 2_000;

/**
 * Notes when output was seen to arrive. What lay there before, written while nobody watched, gets no time: when it was
 * written is not known.
 */
export function outputClock(dir: string): { saw(length: number): void; caughtUp(): void } {
  let live = wasJustWritten(join(dir, logFiles.output));
  // Whoever adopts an agent reads its output from the beginning: what was seen before keeps its time.
  const seen = readOutputTimes(dir).at(-1)?.length ?? 0;
  return {
    saw: (length) => {
      if (live && length > seen) note(dir, length);
    },
    caughtUp: () => {
      live = true;
    },
  };
}

/** Notes what a reader of a running agent's log has seen before whoever watches the agent did. */
export function noteSeen(dir: string, length: number, times: OutputTimes): OutputTimes {
  if (length <= (times.at(-1)?.length ?? 0) || !wasJustWritten(join(dir, logFiles.output))) return times;
  note(dir, length);
  return readOutputTimes(dir);
}

/** A log can be read without its times, on a full disk or where somebody takes its folder away. */
function note(dir: string, length: number): void {
  try {
    appendFileSync(join(dir, logFiles.times), `${length} ${Date.now()}\n`, { mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

function wasJustWritten(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || found.size === 0 || Date.now() - found.mtimeMs < fresh;
}

export function readOutputTimes(dir: string): OutputTimes {
  const path = join(dir, logFiles.times);
  if (!isOwnFile(path)) return [];
  const times: { length: number; at: Instant }[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const match = /^(\d+) (\d+)$/.exec(line);
    const length = Number(match?.[1] ?? 0);
    // Several may look at once: who saw it first is believed.
    if (length > (times.at(-1)?.length ?? 0)) times.push({ length, at: Number(match?.[2]) });
  }
  return times;
}

/** Gives entries without a time of their own the one at which their line was seen. */
export function withTimes(entries: readonly LogEntry[], times: OutputTimes): LogEntry[] {
  return entries.map((entry) =>
    entry.at === null ? { ...entry, at: timeOf(Number.parseInt(entry.key, 10), times) } : entry,
  );
}

function timeOf(offset: number, times: OutputTimes): LogEntry['at'] {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle]?.length ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  const found = times[low];
  return found === undefined ? null : toIso(found.at);
}
