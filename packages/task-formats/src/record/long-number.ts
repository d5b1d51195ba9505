import { deepestJson, isNestedWithin } from './nesting.ts';

/** A number of a JSON text whose digits a number here cannot hold; written as a text. */
export class LongNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
  toString(): string {
    return this.digits;
  }
  toJSON(): string {
    return this.digits;
  }
}

/**
 * What a text of JSON stands for, with a `LongNumber` for each number that would change.
 * @throws SyntaxError
 */
export function parseJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayHoldLong.test(text) && isNestedWithin(value, deepestJson) ? withLongNumbers(text, value) : value;
}

/** Where a number is long or has an exponent; a text that looks like that is told apart later. */
const mayHoldLong = /(?:^|[:,[])\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;
const numberForm = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;

function withLongNumbers(text: string, value: unknown): unknown {
  const parts: string[] = [];
  const mark = unusedMark(text);
  let from = 0;
  for (const { start, digits } of numbersIn(text)) {
    if (isKept(digits)) continue;
    parts.push(text.slice(from, start), `{"${mark}":"${digits}"}`);
    from = start + digits.length;
  }
  if (parts.length === 0) return value;
  return JSON.parse([...parts, text.slice(from)].join(''), (_key, each: unknown) => {
    const digits = typeof each === 'object' && each !== null && mark in each ? each[mark as never] : undefined;
    return typeof digits === 'string' ? new LongNumber(digits) : each;
  });
}

function unusedMark(text: string): string {
  let mark = 'digits';
  while (text.includes(mark)) mark += '_';
  return mark;
}

/** The numbers of a JSON text that is whole, without what stands in its texts. */
function* numbersIn(text: string): Generator<{ readonly start: number; readonly digits: string }> {
  const next = /["\d-]/g;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    if (found[0] === '"') next.lastIndex = endOfText(text, found.index);
    else {
      numberForm.lastIndex = found.index;
      const [digits = found[0]] = numberForm.exec(text) ?? [];
      yield { start: found.index, digits };
      next.lastIndex = found.index + digits.length;
    }
  }
}

/** Behind the closing quote of the text that begins at `start`. */
function endOfText(text: string, start: number): number {
  const stop = /["\\]/g;
  stop.lastIndex = start + 1;
  for (let found = stop.exec(text); found !== null; found = stop.exec(text)) {
    if (found[0] === '"') return stop.lastIndex;
    stop.lastIndex += 1;
  }
  return text.length;
}

const mostDigits = 1000;

/** As a number is written here, or with the 17 digits that other programs write. */
function isKept(digits: string): boolean {
  const value = Number(digits);
  if (digits.length > mostDigits || !Number.isFinite(value)) return false;
  const wanted = plainForm(digits);
  return wanted === plainForm(String(value)) || wanted === plainForm(value.toPrecision(17));
}

/** The same for two spellings of one value. */
function plainForm(number: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

export type LostNumber = { readonly field: string; readonly digits: string };

/**
 * A number in a value that is not as it was written, and under which names it stands.
 * @param wasText whether `parseJsonText` read it; else whole numbers count that may have been rounded by what did.
 */
export function longNumberIn(value: unknown, field: string, wasText = true): LostNumber | undefined {
  const left: { readonly field: string; readonly value: unknown }[] = [{ field, value }];
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    const isLost = each.value instanceof LongNumber || (!wasText && mayBeRounded(each.value));
    if (isLost) return { field: each.field, digits: String(each.value) };
    if (typeof each.value !== 'object' || each.value === null) continue;
    for (const [name, inner] of Object.entries(each.value)) left.push({ field: `${each.field}.${name}`, value: inner });
  }
  return undefined;
}

function mayBeRounded(value: unknown): boolean {
  if (typeof value !== 'number') return false;
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21);
}

/** What is wrong with it, in words. */
export function longNumberWords({ field, digits }: LostNumber): string {
  const shown = digits.length > 60 ? `${digits.slice(0, 60)}…` : digits;
  return `"${field}" is ${shown}, which a number here cannot hold exactly; write it as a text, in quotes`;
}
