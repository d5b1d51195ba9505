import type { TokenRates } from '../../model/stream/cost.ts';

/** US dollars for a million tokens. */
type Price = { readonly input: number; readonly output: number };

/** What models cost, the first that fits: list prices, which a contract, or a later version of a model, may differ from. */
const prices: readonly (readonly [RegExp, Price])[] = [
  [/opus-4-(?:[01]|\d{8})(?:$|\D)|3-opus/, { input: 15, output: 75 }],
  [/opus/, { input: 5, output: 25 }],
  [/sonnet/, { input: 3, output: 15 }],
  [/3-haiku/, { input: 0.25, output: 1.25 }],
  [/3-5-haiku/, { input: 0.8, output: 4 }],
  [/haiku/, { input: 1, output: 5 }],
];

/** What reading from the cache and writing to it costs, as a share of the price of input. */
const cacheRead = 0.1;
const cacheWrite = 1.25;

/** What a model costs by its list price; null for one whose price is not known. */
export function ratesOf(model: string): TokenRates | null {
  const price = prices.find(([name]) => name.test(model))?.[1];
  if (price === undefined) return null;
  return { ...price, cacheRead: cacheRead * price.input, cacheWrite: cacheWrite * price.input };
}
