import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { supervise } from './supervision.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openBench() {
  const calls: string[] = [];
  const watchdog = {
    tick: () => void calls.push('tick'),
    rest: () => void calls.push('rest'),
    isWatching: () => false,
    end: async () => void calls.push('end'),
  };
  return { calls, supervision: supervise(watchdog), ticks: () => calls.filter((call) => call === 'tick').length };
}

test('it ticks once a second while something is at work, and no timer runs otherwise', () => {
  const { calls, supervision, ticks } = openBench();
  supervision.working(false);
  expect(vi.getTimerCount()).toBe(0);
  supervision.working(true);
  supervision.working(true);
  vi.advanceTimersByTime(10_000);
  expect(ticks()).toBe(11);
  supervision.working(false);
  expect(calls.at(-1)).toBe('rest');
  expect(vi.getTimerCount()).toBe(0);
});

test('a round that never comes to an end is no sign that the loop moves', async () => {
  const { supervision, ticks } = openBench();
  supervision.working(true);
  let finish = () => {};
  const round = supervision.round(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  vi.advanceTimersByTime(60_000);
  expect(ticks()).toBeLessThan(31);
  const before = ticks();
  finish();
  await round;
  vi.advanceTimersByTime(5_000);
  expect(ticks()).toBe(before + 5);
  await supervision.end();
});
