import { expect, test } from 'vitest';
import { costOf } from '../../model/stream/cost.ts';
import { ratesOf } from './prices.ts';

const tokens = { input: 1_000_000, output: 100_000, cacheRead: 2_000_000, cacheWrite: 400_000 };

test.each([
  ['claude-opus-4-1-20250805', 33],
  ['claude-opus-4-20250514', 33],
  ['claude-opus-4-8', 11],
  ['claude-opus-4-10', 11],
  ['opus', 11],
  ['claude-sonnet-4-5-20250929', 6.6],
  ['claude-haiku-4-5-20251001', 2.2],
  ['claude-3-5-haiku-20241022', 1.76],
  ['a-model-of-ones-own', undefined],
])('tokens of %s cost what its list price says', (model, usd) => {
  const rates = ratesOf(model);
  if (usd === undefined) expect(rates).toBeNull();
  else expect(rates && costOf(tokens, rates)).toBeCloseTo(usd, 6);
});
