import { type Clock, type IdSource, type Instant, idPrefixes } from '@cw/kernel';

export type FixedClock = Clock & {
  /** Moves on by milliseconds and answers the new time. */
  readonly advance: (ms: number) => Instant;
};

/** A clock that stands still until it is moved. It starts at 2026-01-01T00:00:00Z unless told otherwise. */
export function fixedClock(start: Instant = Date.UTC(2026, 0, 1)): FixedClock {
  let now = start;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
      return now;
    },
  };
}

/** Ids in order, counted for each kind: `tk_000000000001`, `tk_000000000002`, `rn_000000000001`, … */
export function countingIds(): IdSource {
  const last = new Map<string, number>();
  return (kind) => {
    const next = (last.get(kind) ?? 0) + 1;
    last.set(kind, next);
    return `${idPrefixes[kind]}_${String(next).padStart(12, '0')}`;
  };
}
