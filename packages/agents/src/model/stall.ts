import type { RunStall } from './run-view.ts';

/** After how long a silence of its agent what is done about a run, in milliseconds; 0: never. */
export type StallLimits = { readonly shownMs: number; readonly askedMs: number; readonly endedMs: number };

/** How long nothing was heard of an agent, and how far that has gone. */
export type Silence = { readonly ms: number; readonly stall: RunStall | null };

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
