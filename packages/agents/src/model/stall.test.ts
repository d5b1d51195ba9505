import { describe, expect, test } from 'vitest';
import { afterTurn, firstLimit, nextTurn, type Silence, silentFor, takenUp } from './stall.ts';

const limits = { shownMs: 300, askedMs: 600, endedMs: 1200 };
const never = { shownMs: 0, askedMs: 0, endedMs: 0 };

describe('a silence', () => {
  test.each<[string, Silence, typeof limits, ReturnType<typeof nextTurn>]>([
    ['that is short comes to nothing', { ms: 299, stall: null }, limits, null],
    ['is shown', { ms: 300, stall: null }, limits, 'shown'],
    ['is shown once', { ms: 599, stall: 'shown' }, limits, null],
    ['is asked about', { ms: 600, stall: 'shown' }, limits, 'asked'],
    ['is shown before it is asked about, however late', { ms: 5000, stall: null }, limits, 'shown'],
    ['is asked about before it ends the run, however late', { ms: 5000, stall: 'shown' }, limits, 'asked'],
    ['is asked about once', { ms: 1199, stall: 'asked' }, limits, null],
    ['ends the run', { ms: 1200, stall: 'asked' }, limits, 'ended'],
    ['that was never shown is asked about all the same', { ms: 700, stall: null }, { ...limits, shownMs: 0 }, 'asked'],
    ['ends the run where nobody is to be asked', { ms: 1200, stall: 'shown' }, { ...limits, askedMs: 0 }, 'ended'],
    ['is never asked about before its time, shown or not', { ms: 500, stall: null }, { ...limits, shownMs: 0 }, null],
    ['ends nothing where it never shall', { ms: 1e12, stall: 'asked' }, { ...limits, endedMs: 0 }, null],
    ['comes to nothing where all is off', { ms: 1e12, stall: null }, never, null],
  ])('%s', (_name, silence, given, expected) => {
    expect(nextTurn(silence, given)).toBe(expected);
  });

  test('does not grow while this process or the machine stood still, nor by a clock set back', () => {
    expect(silentFor(1_000, 1_000)).toBe(1_000);
    expect(silentFor(2_900, 1_000)).toBe(2_900);
    expect(silentFor(3_600_000, 1_000)).toBe(0);
    expect(silentFor(-50, 1_000)).toBe(0);
  });

  test('that was noticed late leaves as much time to answer as any', () => {
    expect(afterTurn({ ms: 5000, stall: 'shown' }, 'asked', limits)).toEqual({ ms: 600, stall: 'asked' });
    expect(afterTurn({ ms: 310, stall: null }, 'shown', limits)).toEqual({ ms: 300, stall: 'shown' });
    expect(afterTurn({ ms: 1300, stall: 'asked' }, 'ended', limits)).toEqual({ ms: 1300, stall: 'asked' });
  });

  test('goes on where another process left it', () => {
    expect(takenUp(null, limits)).toEqual({ ms: 0, stall: null });
    expect(takenUp('shown', limits)).toEqual({ ms: 300, stall: 'shown' });
    expect(takenUp('asked', limits)).toEqual({ ms: 600, stall: 'asked' });
  });

  test('needs no look at the agent before the first limit is near, and none at all where all is off', () => {
    expect(firstLimit(limits)).toBe(300);
    expect(firstLimit({ ...limits, shownMs: 0 })).toBe(600);
    expect(firstLimit(never)).toBeUndefined();
  });
});
