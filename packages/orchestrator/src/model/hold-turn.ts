import type { Instant } from '@cw/kernel';

/** What people were told of something that holds work up, and since when it is seen, or not seen, without a break. */
export type HoldState = {
  readonly isSeen: boolean;
  readonly since: Instant;
  readonly isTold: boolean;
  /** When it was last taken back. */
  readonly overAt: Instant | null;
};

/** How long, in milliseconds, it has to last before it is told, and has to be gone before it is over. */
export type Patience = { readonly before: number; readonly after: number };

/**
 * What stays as it is until somebody acts is told at once, and what comes and goes with every process once it has lasted;
 * what comes and goes as well, but must be told before it is too late, is over only once it is gone for good.
 */
export const patienceWith = {
  steady: { before: 0, after: 0 },
  restless: { before: 120_000, after: 300_000 },
  pressing: { before: 0, after: 300_000 },
} as const satisfies Record<string, Patience>;

/** What comes back within so many milliseconds has to last a minute before it is told again. */
const backWithin = 600_000;
const beforeAgain = 60_000;

export type HoldTurn = {
  /** Undefined: there is nothing to know of it. */
  readonly state: HoldState | undefined;
  /** `tell`: people are to be told, or to be told what it is by now. */
  readonly does: 'tell' | 'end' | 'nothing';
  /** When time alone changes what is to be done. */
  readonly again: Instant | undefined;
};

/** What is done about something that holds work up, or does not, at a moment. */
export function turnHold(
  before: HoldState | undefined,
  isSeen: boolean,
  { patience, now }: { readonly patience: Patience; readonly now: Instant },
): HoldTurn {
  const since = before?.isSeen === isSeen ? before.since : now;
  const { isTold = false, overAt = null } = before ?? {};
  const state: HoldState = { isSeen, since, isTold, overAt };
  const cameBack = overAt !== null && since - overAt < backWithin;
  if (isSeen === isTold) {
    const isKnown = isTold || cameBack;
    return { state: isKnown ? state : undefined, does: isTold ? 'tell' : 'nothing', again: undefined };
  }
  const wait = isTold ? patience.after : Math.max(patience.before, cameBack ? beforeAgain : 0);
  if (now - since < wait) return { state, does: 'nothing', again: since + wait };
  const turned: HoldState = { ...state, isTold: isSeen, overAt: isTold ? now : overAt };
  return { state: turned, does: isTold ? 'end' : 'tell', again: undefined };
}
