import { expect, test } from 'vitest';
import { tellMoment } from './told-time.ts';

const now = new Date(2026, 10, 28, 12, 0).getTime();
const local = (...at: [number, number, number, number, number, number]) => new Date(...at).toISOString();

test.each([
  [local(2026, 11, 4, 23, 59, 59), '2026-12-04 (in 6d)'],
  [local(2026, 11, 4, 0, 0, 0), '2026-12-04 (in 5d)'],
  [local(2026, 10, 28, 9, 5, 0), '2026-11-28 09:05 (2h ago)'],
])('%s is told as %s', (at, told) => {
  expect(tellMoment(at, now)).toBe(told);
});
