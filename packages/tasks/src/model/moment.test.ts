import { unwrap } from '@cw/kernel';
import { expect, test } from 'vitest';
import { parseSpan } from './moment.ts';

/** A Wednesday. */
const now = new Date(2026, 2, 18, 12, 0).getTime();
const hour = 3_600_000;
const day = (month: number, date: number) => [new Date(2026, month - 1, date), new Date(2026, month - 1, date + 1)];

test.each([
  ['7d', 'past', -168 * hour],
  ['-7d', 'future', -168 * hour],
  ['7d', 'future', 168 * hour],
  ['+6h', 'past', 6 * hour],
  ['2 weeks ago', 'future', -336 * hour],
  ['90m', 'past', -1.5 * hour],
  ['now', 'past', 0],
] as const)('%s of the %s is a moment', (text, lie, distance) => {
  expect(unwrap(parseSpan(text, now, lie))).toEqual({ from: now + distance, to: now + distance });
});

test.each([
  ['2026-03-01', 'past', day(3, 1)],
  ['today', 'past', day(3, 18)],
  ['yesterday', 'future', day(3, 17)],
  ['tomorrow', 'past', day(3, 19)],
  ['monday', 'past', day(3, 16)],
  ['monday', 'future', day(3, 23)],
  ['last friday', 'future', day(3, 13)],
  ['mar 1', 'past', day(3, 1)],
  ['24 dec', 'past', [new Date(2025, 11, 24), new Date(2025, 11, 25)]],
  ['24 dec', 'future', day(12, 24)],
] as const)('%s of the %s is a day', (text, lie, [from, to]) => {
  expect(unwrap(parseSpan(text, now, lie))).toEqual({ from: from?.getTime(), to: to?.getTime() });
});

test('months go back to the same day, or to the last of a shorter one', () => {
  const end = new Date(2026, 2, 31, 12, 0).getTime();
  expect(unwrap(parseSpan('1mo', end, 'past')).from).toBe(new Date(2026, 1, 28, 12, 0).getTime());
});

test.each(['', 'soon', '7', '7x', '2026-02-30', 'ago', '-'])('%j is no date', (text) => {
  expect(parseSpan(text, now, 'past')).toEqual({ ok: false, error: { kind: 'task.bad-date', text } });
});
