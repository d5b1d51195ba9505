import { expect, test } from 'vitest';
import { runSpan, runTook } from './run-time.ts';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();

test('a run that goes on counts to now', () => {
  const run = { createdAt: at(10), startedAt: at(12), endedAt: null };
  expect(runSpan(run, 20_000)).toEqual({ queued: 2000, running: 8000 });
  expect(runTook(run, 20_000)).toBe(8000);
});

test('a run that waits for its process has not taken any time', () => {
  const run = { createdAt: at(10), startedAt: null, endedAt: null };
  expect(runSpan(run, 20_000)).toEqual({ queued: 10_000, running: 0 });
  expect(runTook(run, 20_000)).toBeUndefined();
});

test('a run that ended before its process started counts no further', () => {
  const run = { createdAt: at(10), startedAt: null, endedAt: at(13) };
  for (const now of [13_000, 500_000]) {
    expect(runSpan(run, now)).toEqual({ queued: 3000, running: 0 });
    expect(runTook(run, now)).toBe(3000);
  }
});
