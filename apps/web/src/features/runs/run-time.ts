import type { RunRow } from '../../data/api-types.ts';

type RunTimes = Pick<RunRow, 'createdAt' | 'startedAt' | 'endedAt'>;

/** How long the run waited for its process, and how long that ran, in ms at `now`; an ended run counts no further. */
export function runSpan(run: RunTimes, now: number): { readonly queued: number; readonly running: number } {
  const created = Date.parse(run.createdAt);
  const ended = run.endedAt ? Date.parse(run.endedAt) : now;
  const started = run.startedAt ? Date.parse(run.startedAt) : ended;
  return { queued: Math.max(0, started - created), running: Math.max(0, ended - started) };
}

/** How long the run took, in ms: its process, or all of it when it ended before that started; else undefined. */
export function runTook(run: RunTimes, now: number): number | undefined {
  if (!run.startedAt && !run.endedAt) return undefined;
  const { queued, running } = runSpan(run, now);
  return run.startedAt ? running : queued;
}
