import type { TokenCounts } from '../run-view.ts';

/** US dollars for a million tokens of each kind. */
export type TokenRates = TokenCounts;

const million = 1_000_000;

/** What tokens cost by the rates of their model, in US dollars. */
export function costOf(tokens: TokenCounts, rates: TokenRates): number {
  const { input, output, cacheRead, cacheWrite } = tokens;
  const cost =
    input * rates.input + output * rates.output + cacheRead * rates.cacheRead + cacheWrite * rates.cacheWrite;
  return cost / million;
}
