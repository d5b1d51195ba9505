/** How well `text` answers `query`: all its words must occur; earlier and at the start of a word is better. */
function scoreOf(text: string, words: readonly string[]): number | undefined {
  let score = 0;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at < 0) return undefined;
    const startsWord = at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
    score += at + (startsWord ? 0 : 1000);
  }
  return score;
}

/** The things whose text holds every word of the query, best first, at most `limit`; an empty query takes the first. */
export function bestMatches<T>(
  things: readonly T[],
  query: string,
  textOf: (thing: T) => string,
  limit: number,
): readonly T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return things.slice(0, limit);
  const scored: { thing: T; score: number }[] = [];
  for (const thing of things) {
    const score = scoreOf(textOf(thing).toLowerCase(), words);
    if (score !== undefined) scored.push({ thing, score });
  }
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, limit)
    .map((each) => each.thing);
}
