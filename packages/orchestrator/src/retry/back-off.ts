export type BackOff = {
  readonly firstMs: number;
  readonly mostMs: number;
  /** What spreads the waits of many; the same seed waits the same. */
  readonly seed: string;
};

/** Milliseconds to wait after the n-th failure in a row: twice as long each time, up to the most, and up to a quarter more. */
export function backOff(n: number, { firstMs, mostMs, seed }: BackOff): number {
  if (n < 1) return 0;
  const wait = Math.min(mostMs, firstMs * 2 ** Math.min(n - 1, 30));
  return Math.round(wait * (1 + (seed === '' ? 0 : spread(`${seed}:${n}`) / 4)));
}

/** A number from 0 up to 1 that a text always has, and others hardly share. */
export function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
