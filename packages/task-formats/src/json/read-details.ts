import type { Result } from '@cw/kernel';
import {
  BadField,
  type Fields,
  flag,
  longText,
  oneOf,
  optionalText,
  texts,
  time,
  wholeNumber,
} from '../reading/fields.ts';
import { type Detail, type DetailKind, type DetailOf, type Details, detailsOf } from '../record/details.ts';
import { parseDetail, parseDetailList } from '../record/parse-detail.ts';

type Read = (fields: Fields, row: Detail) => unknown;

/** How a field is read from our own JSON, by what it holds. */
const readers: Readonly<Record<Exclude<DetailKind, 'shell' | 'object'>, Read>> = {
  text: (fields, { field }) => longText(fields, field),
  minutes: (fields, { field }) => wholeNumber(fields, field, 1),
  date: (fields, { field }) => time(fields, field),
  choice: (fields, { field, words }) => oneOf(fields, field, words),
  flag: (fields, { field }) => flag(fields, field),
  word: (fields, row) => parsedText(fields, row, 'word'),
  line: (fields, row) => parsedText(fields, row, 'line of text'),
  list: (fields, row) =>
    parsedValue(parseDetailList(row, texts(fields, row.field)), `"${row.field}" contains an invalid entry`),
};

const kinds = Object.keys(readers) as readonly (keyof typeof readers)[];
const rows = detailsOf(...kinds);

/** What records of our own tell by themselves: neither what only people set, nor what is the user's own. */
export type ReadDetails = Pick<Details, DetailOf<keyof typeof readers>>;

/**
 * The details in a record of our own format.
 * @throws BadField
 */
export function readDetails(fields: Fields): ReadDetails {
  const read: Record<string, unknown> = {};
  for (const row of rows) read[row.field] = readers[row.kind as keyof typeof readers](fields, row);
  return read as ReadDetails;
}

function parsedText(fields: Fields, row: Detail, what: string): unknown {
  const text = optionalText(fields, row.field);
  return text === null ? null : parsedValue(parseDetail(row, text), `"${row.field}" must be one ${what}`);
}

function parsedValue<T>(parsed: Result<T, unknown>, problem: string): T {
  if (!parsed.ok) throw new BadField(problem);
  return parsed.value;
}
