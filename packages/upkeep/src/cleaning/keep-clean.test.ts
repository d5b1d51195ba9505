import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepClean } from './keep-clean.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const hour = 3_600_000;

test('it cleans when something was finished, at most once an hour, and waits for nothing otherwise', async () => {
  let times = 0;
  const cleaning = keepClean(
    async () => {
      times += 1;
    },
    (error) => {
      throw error;
    },
  );
  expect(vi.getTimerCount()).toBe(0);
  cleaning.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(times).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
  for (let n = 0; n < 50; n += 1) cleaning.wake();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(hour - 1);
  expect(times).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(times).toBe(2);
  await vi.advanceTimersByTimeAsync(10 * hour);
  expect(times).toBe(2);
  cleaning.wake();
  await cleaning.end();
  await vi.advanceTimersByTimeAsync(10 * hour);
  expect(times).toBe(2);
});

test('a failure is told, and the next time is tried again', async () => {
  const told: unknown[] = [];
  let times = 0;
  const cleaning = keepClean(
    async () => {
      times += 1;
      throw new Error('no room');
    },
    (error) => told.push(error),
  );
  cleaning.wake();
  await vi.advanceTimersByTimeAsync(0);
  cleaning.wake();
  await vi.advanceTimersByTimeAsync(hour);
  expect([times, told.length]).toEqual([2, 2]);
  await cleaning.end();
});
