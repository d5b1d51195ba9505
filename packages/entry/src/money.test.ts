import { expect, test } from 'vitest';
import { money } from './money.ts';

test.each([
  [0, false, '$0.00'],
  [0, true, '≈$0.00'],
  [0.004, false, '<$0.01'],
  [0.004, true, '<$0.01'],
  [1.359, true, '≈$1.36'],
])('%f dollars, estimated: %s, are written as %s', (usd, estimated, text) => {
  expect(money(usd, estimated)).toBe(text);
});
