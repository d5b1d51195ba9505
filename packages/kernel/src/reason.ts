/** Why something is as it is, where cw itself says so: a code, and what it rests on. The room that gives it has the words. */
export type Reason = { readonly code: `${string}.${string}` };

/** Why, by a code or in words: those of a person, of an agent, of the world, or of a row that is older than its code. */
export type Why<R extends Reason = Reason> = R | string;

/** As it stands in the database and in events; {@link readReason} tells a code from words. */
export type StoredReason = string & { readonly [stored]: true };
declare const stored: unique symbol;

/** Says why, for people. */
export type SayWhy = (why: Why) => string;

/** The words that one room has for its reasons. What such a reason holds of another one is said by `say`. */
export type ReasonWords<R extends Reason> = (reason: R, say: SayWhy) => string;

/** What a code begins with where it is stored, as in a JSON text sequence (RFC 7464). No words are stored that do. */
const mark = '\u001E';

/** A code with its facts as a document, words as they are: they cannot come to be read as a code. */
export function storeReason(why: Why): StoredReason;
export function storeReason(why: Why | null): StoredReason | null;
export function storeReason(why: Why | null): StoredReason | null {
  if (why === null) return null;
  if (typeof why !== 'string') return `${mark}${JSON.stringify(why)}` as StoredReason;
  const words = why.startsWith(mark) ? why.replace(/^[\s\p{Cc}]+/u, '') : why;
  return words as StoredReason;
}

/** What was stored: a code with its facts, or words. */
export function readReason(text: StoredReason | string): Why {
  if (!text.startsWith(mark)) return text;
  try {
    const value: unknown = JSON.parse(text.slice(mark.length));
    return isReason(value) ? value : text;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function isReason(value: unknown): value is Reason {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
}

/** The same with each of its texts as `change` answers it. */
export function inEachText(why: Why, change: (text: string) => string): Why {
  return changed(why, change) as Why;
}

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => changed(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === 'code' ? each : changed(each, change)]),
  );
}

/**
 * Says every reason by the words of its room, which is known by the noun of its code. One of another version may have a code
 * that has no words here: then the code alone is said, so that what holds it can still be read. The facts of a code stay as they
 * are; other facts are another code.
 */
export function sayerOf(rooms: Readonly<Record<string, ReasonWords<never>>>): SayWhy {
  const say: SayWhy = (why) => {
    if (typeof why === 'string') return why;
    const [noun = ''] = why.code.split('.');
    try {
      const said: unknown = Object.hasOwn(rooms, noun) ? rooms[noun]?.(why as never, say) : undefined;
      return typeof said === 'string' ? said : why.code;
    } catch {
      return why.code;
    }
  };
  return say;
}

/**
 * What an event carries, with the reasons in it said. They stand in fields of these names, of itself and of what it tells of before and
 * after; whatever else it carries is as somebody wrote it.
 */
export function sayIn(payload: unknown, say: SayWhy): unknown {
  return saidFields(payload, say, (name, each) =>
    changes.has(name) ? saidFields(each, say, (_, kept) => kept) : each,
  );
}

const changes = new Set(['before', 'after']);

function saidFields(value: unknown, say: SayWhy, other: (name: string, each: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => {
    const isReason = typeof each === 'string' && reasonFields.test(name);
    return [name, isReason ? say(readReason(each)) : other(name, each)];
  });
  return Object.fromEntries(entries);
}

const reasonFields = /^(?:reason|\w+Reason|why|title)$/;

/** Whether a JSON text may hold a stored reason. */
export function mayHoldReason(json: string): boolean {
  return json.includes('\\u001e{');
}
