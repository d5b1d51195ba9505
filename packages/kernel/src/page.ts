/** A part of a list, how long the whole of it is, and where to go on; null at its end. */
export type Page<T> = { readonly items: readonly T[]; readonly total: number; readonly nextCursor: string | null };

/** Why there is no such page, of a list of what the noun says. */
export type BadPage<Noun extends string> =
  | { readonly kind: `${Noun}.bad-limit`; readonly largest: number }
  | { readonly kind: `${Noun}.bad-cursor`; readonly cursor: string };
