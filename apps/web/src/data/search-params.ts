import { nearest } from '@cw/kernel/nearest';

/** A search parameter as text; the router reads `123` and `true` as a number and a truth value. */
export function readText(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw === '' ? undefined : raw;
  return typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;
}

/** A text as one of some words; anything else is as if it were not there. */
export function readWord<const Word extends string>(raw: unknown, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === raw);
}

/** A text as a list, `a,b`; only known words, each once. */
export function readWords<const Word extends string>(raw: unknown, words: readonly Word[]): readonly Word[] {
  const given = new Set(readText(raw)?.split(','));
  return words.filter((word) => given.has(word));
}

/** A list as a search parameter, or undefined when it is empty, so that it leaves the URL. */
export function writeWords(words: readonly string[]): string | undefined {
  return words.length > 0 ? words.join(',') : undefined;
}

/** What stands in an address and means nothing there. */
export type UnknownWord = {
  /** The search parameter. */
  readonly name: string;
  /** What stands there: of a list, the one word. */
  readonly given: string;
  /** What may stand there, in words. */
  readonly known: string;
  readonly meant: string | undefined;
};

/** An address that asks for what there is not. Nothing is shown for it: what it would show is not what it asks for. */
export class RefusedAddress extends Error {
  readonly unknown: readonly UnknownWord[];

  constructor(unknown: readonly UnknownWord[]) {
    super(unknown.map(({ name, given }) => `${name}=${given} means nothing here`).join('; '));
    this.unknown = unknown;
  }
}

/** Reads the search parameters of one address by their names; what means nothing is kept, to be refused. */
export type AddressReader = {
  readonly text: (name: string) => string | undefined;
  readonly word: <const Word extends string>(name: string, words: readonly Word[]) => Word | undefined;
  /** A list of known words, `a,b`. */
  readonly words: (name: string, words: readonly string[]) => string | undefined;
  /** A text that has a form, which `known` tells. */
  readonly formed: (name: string, isFormed: (text: string) => boolean, known: string) => string | undefined;
  /** The same of each word of a list. */
  readonly eachFormed: (name: string, isFormed: (text: string) => boolean, known: string) => string | undefined;
  /** `true`, or as if it were not there. */
  readonly flag: (name: string) => true | undefined;
};

/**
 * Reads an address.
 * @throws RefusedAddress where something in it means nothing
 */
export function readAddress<Search>(raw: Record<string, unknown>, read: (reader: AddressReader) => Search): Search {
  const unknown: UnknownWord[] = [];
  const search = read(readerOf(raw, unknown));
  if (unknown.length > 0) throw new RefusedAddress(unknown);
  return search;
}

function readerOf(raw: Record<string, unknown>, unknown: UnknownWord[]): AddressReader {
  const text = (name: string) => readText(raw[name]);
  const listed = (name: string) => [...new Set(text(name)?.split(',').filter(Boolean))];
  const refuse = (name: string, given: string, known: readonly string[]) =>
    void unknown.push({ name, given, known: orList(known), meant: nearest(given, known) });
  const check = (name: string, given: readonly string[], isFormed: (text: string) => boolean, known: string) => {
    const wrong = given.filter((each) => !isFormed(each));
    unknown.push(...wrong.map((each) => ({ name, given: each, known, meant: undefined })));
    return wrong.length > 0 ? undefined : writeWords(given);
  };
  return {
    text,
    word: (name, words) => {
      const given = text(name);
      const word = readWord(given, words);
      if (given !== undefined && word === undefined) refuse(name, given, words);
      return word;
    },
    words: (name, words) => {
      for (const given of listed(name)) if (!words.includes(given)) refuse(name, given, words);
      return writeWords(readWords(raw[name], words));
    },
    formed: (name, isFormed, known) => {
      const given = text(name);
      return check(name, given === undefined ? [] : [given], isFormed, known);
    },
    eachFormed: (name, isFormed, known) => check(name, listed(name), isFormed, known),
    flag: (name) => {
      const given = text(name);
      if (given !== undefined && given !== 'true' && given !== 'false') refuse(name, given, ['true']);
      return given === 'true' ? true : undefined;
    },
  };
}

function orList(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${last}` : last;
}

/**
 * The query of an address without a word that means nothing there, or with what was meant by it.
 * @param query as it stands in the address, with or without its `?`
 */
export function withoutWord(query: string, { name, given }: UnknownWord, meant?: string): string {
  const params = new URLSearchParams(query);
  const written = readText(params.get(name))?.split(',') ?? [];
  const words = written.includes(given) ? written : [given];
  const kept = words.flatMap((word) => (word === given ? (meant ?? []) : word));
  if (kept.length > 0) params.set(name, [...new Set(kept)].join(','));
  else params.delete(name);
  const rest = params.toString().replaceAll('%2C', ',');
  return rest === '' ? '' : `?${rest}`;
}
