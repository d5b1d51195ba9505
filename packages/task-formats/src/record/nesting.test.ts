import { expect, test } from 'vitest';
import { isNestedWithin } from './nesting.ts';

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

test.each([
  [nested(3), 3, true],
  [nested(4), 3, false],
  [{ a: { b: [1] }, c: null }, 3, true],
  [{ a: { b: [{}] } }, 3, false],
  ['text', 0, true],
  [nested(50_000), 100, false],
])('case %#', (value, levels, fits) => {
  expect(isNestedWithin(value, levels)).toBe(fits);
});
