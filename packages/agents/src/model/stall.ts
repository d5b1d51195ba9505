import type { RunStall } from './run-view.ts';

/** After how long a silence of its agent what is done about a run, in milliseconds; 0: never. */
export type StallLimits = { readonly shownMs: number; readonly askedMs: number; readonly endedMs: number };

/** How long nothing was heard of an agent, and how far that has gone. */
export type Silence = { readonly ms: number; readonly stall: RunStall | null };

/** What there was to see of an agent during a silence, none of it enough to be a sign of life. */
export type SeenInSilence = {
  readonly processes: number;
  /** Milliseconds of processor time, and bytes written or read from a disk, of all of them. */
  readonly cpuMs: number;
  readonly movedBytes: number;
  /** Files and folders of its worktree that were looked at, all unchanged; null where none were. */
  readonly files: number | null;
};

/** A silence for which an agent was ended; `seen` is null where an older version had decided it. */
export type EndedSilence = { readonly ms: number; readonly seen: SeenInSilence | null };

/** What a silence comes to; `heard`: it is over. */
export type SilenceTurn = RunStall | 'ended' | 'heard';

/**
 * Milliseconds between two looks at an agent that count as silence. A gap much longer than what was planned means that
 * this process, or the machine, stood still: it says nothing about the agent.
 */
export function silentFor(sinceLastLook: number, planned: number): number {
  return sinceLastLook > planned * 3 ? 0 : Math.max(0, sinceLastLook);
}

/** What a silence, gone on as long as it has, is to come to next; null while nothing is to be done. No turn is left out. */
export function nextTurn({ ms, stall }: Silence, limits: StallLimits): Exclude<SilenceTurn, 'heard'> | null {
  const reached = (limit: number) => limit > 0 && ms >= limit;
  if (stall === null && reached(limits.shownMs)) return 'shown';
  if (stall !== 'asked' && reached(limits.askedMs)) return 'asked';
  return reached(limits.endedMs) ? 'ended' : null;
}

/** The silence after a turn. One that was noticed late counts as noticed in time: from asking to ending it is never shorter. */
export function afterTurn({ ms }: Silence, turn: Exclude<SilenceTurn, 'heard'>, limits: StallLimits): Silence {
  if (turn === 'shown') return { ms: Math.min(ms, limits.shownMs), stall: 'shown' };
  return { ms: turn === 'asked' ? Math.min(ms, limits.askedMs) : ms, stall: 'asked' };
}

/** Where the silence of an agent goes on that another process has watched before. */
export function takenUp(stall: RunStall | null, { shownMs, askedMs }: StallLimits): Silence {
  if (stall === null) return { ms: 0, stall };
  return { ms: stall === 'asked' ? Math.max(askedMs, shownMs) : shownMs, stall };
}

/** The least silence after which something is done; undefined when nothing ever is. */
export function firstLimit({ shownMs, askedMs, endedMs }: StallLimits): number | undefined {
  const set = [shownMs, askedMs, endedMs].filter((limit) => limit > 0);
  return set.length === 0 ? undefined : Math.min(...set);
}

/** What a silent agent is asked. */
export function questionAfter(silentMs: number): string {
  return `Are you still at work? Nothing has been heard of you for ${spanText(silentMs)}. If a command of yours hangs, end it and go another way. If you are done, or cannot go on, give your result now.`;
}

/** A length of time for people: `40 seconds`, `20 minutes`. */
export function spanText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What was seen during a silence, as part of a sentence. */
export function seenText(seen: SeenInSilence | null): string {
  if (seen === null) return 'no output, no processor time, no changed file';
  const { processes, cpuMs, movedBytes, files } = seen;
  const who = processes === 1 ? 'its one process' : `its ${processes} processes`;
  const did = `${who} took ${(cpuMs / 1000).toFixed(1)} s of processor time and wrote or read ${movedBytes} bytes`;
  const tree =
    files === null ? [] : [`none of ${files.toLocaleString('en')} files and folders of the worktree changed`];
  return ['no output', processes === 0 ? 'no process of it was left' : did, ...tree].join('; ');
}
