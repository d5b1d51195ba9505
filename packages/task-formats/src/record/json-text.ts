import { compareNumber, parse } from 'lossless-json';
import { deepestJson, isNestedWithin } from './nesting.ts';

/** A number of a JSON text that a number here cannot hold as it is written. */
export class InexactNumber extends Error {
  readonly digits: string;
  constructor(digits: string) {
    super(`${digits.length > 60 ? `${digits.slice(0, 60)}…` : digits} is a number that cannot be stored exactly`);
    this.name = 'InexactNumber';
    this.digits = digits;
  }
}

/**
 * What a text of JSON stands for.
 * @throws SyntaxError
 * @throws InexactNumber
 */
export function parseJsonText(text: string): unknown {
  return parseExactly(text, (digits) => {
    throw new InexactNumber(digits);
  });
}

/**
 * The same for what comes from elsewhere: a number that cannot be kept exactly becomes a text with its digits.
 * @throws SyntaxError
 */
export function parseForeignJson(text: string): unknown {
  return parseExactly(text, (digits) => digits);
}

/** Where a number is long or has an exponent; a text that looks like that is told apart later. */
const mayBeInexact = /(?:^|[:,[])\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;

function parseExactly(text: string, inexact: (digits: string) => string): unknown {
  const value: unknown = JSON.parse(text);
  if (!mayBeInexact.test(text) || !isNestedWithin(value, deepestJson)) return value;
  return parse(text, undefined, {
    parseNumber: (digits) => (isExact(digits) ? Number(digits) : inexact(digits)),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

const mostDigits = 1000;

/** As a number is written here, or with the 17 digits that other programs write. */
function isExact(digits: string): boolean {
  const value = Number(digits);
  if (digits.length > mostDigits || !Number.isFinite(value)) return false;
  return [String(value), value.toPrecision(17)].some((written) => compareNumber(written, digits) === 0);
}
