import { expect, test } from 'vitest';
import { daysAfter, monthsAfter, weeksOf } from './month-days.ts';

test('days and months are counted over the ends of months and years', () => {
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysAfter('2026-03-01', -1)).toBe('2026-02-28');
  expect(monthsAfter('2026-01-31', 1)).toBe('2026-02-28');
  expect(monthsAfter('2026-01-15', -1)).toBe('2025-12-15');
});

test.each([
  ['2026-02-10', 5, '2026-01-26', '2026-03-01'],
  ['2027-02-10', 4, '2027-02-01', '2027-02-28'],
  ['2026-08-31', 6, '2026-07-27', '2026-09-06'],
])('the month of %s lies in %i weeks', (day, count, first, last) => {
  const weeks = weeksOf(day);
  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([count, first, last]);
});
