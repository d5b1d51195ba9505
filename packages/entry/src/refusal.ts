import type { Advice } from '@cw/kernel';

/** A failure of the rules as every door shows it. */
export type Refusal = Advice & {
  /** `noun.what-went-wrong`, stable. */
  readonly code: string;
  /** What happened, to which thing. */
  readonly message: string;
  /** What it rests on, for doors that show it in their own way. */
  readonly facts?: unknown;
  /**
   * Which kind of no it is, for doors that have their own words for it.
   * @defaultValue 'rule'
   */
  readonly kind?: 'rule' | 'not-found' | 'conflict' | 'usage' | 'forbidden' | 'unavailable' | undefined;
};

/** What was probably meant by what names nothing, as a hint. */
export function didYouMean(meant: string | undefined): string | undefined {
  return meant === undefined ? undefined : `Did you mean ${meant}?`;
}

/** One sentence for each failure of a module; a new failure does not compile until it has one. */
export type RefusalMap<F extends { readonly kind: string }> = {
  readonly [K in F['kind']]: (failure: Extract<F, { readonly kind: K }>) => Omit<Refusal, 'code'>;
};

/** The refusal for a failure; its code is the failure's kind. */
export function toRefusal<F extends { readonly kind: string }>(map: RefusalMap<F>, failure: F): Refusal {
  const describe = map[failure.kind as F['kind']] as (failure: F) => Omit<Refusal, 'code'>;
  return { code: failure.kind, ...describe(failure) };
}
