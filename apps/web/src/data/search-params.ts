/** A search parameter as text; the router reads `123` and `true` as a number and a truth value. */
export function readText(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw === '' ? undefined : raw;
  return typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;
}

/** A search parameter as one of some words; anything else is as if it were not there. */
export function readWord<const Word extends string>(raw: unknown, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === raw);
}

/** A search parameter as a list, `a,b`; only known words when they are given, each once. */
export function readWords<const Word extends string>(raw: unknown, words: readonly Word[]): readonly Word[] {
  const given = new Set(readText(raw)?.split(','));
  return words.filter((word) => given.has(word));
}

/** A list as a search parameter, or undefined when it is empty, so that it leaves the URL. */
export function writeWords(words: readonly string[]): string | undefined {
  return words.length > 0 ? words.join(',') : undefined;
}
