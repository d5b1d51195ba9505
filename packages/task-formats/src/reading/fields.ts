import type { Instant } from '@cw/kernel';
import { parseText } from '../record/task-text.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A field that is not what it should be; caught where the line's number is known. */
export class BadField extends Error {}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws BadField when it is missing or no text */
export function text(fields: Fields, field: string): string {
  const value = optionalText(fields, field);
  if (value === null) throw new BadField(`"${field}" is missing`);
  return value;
}

export function optionalText(fields: Fields, field: string): string | null {
  const value = fields[field];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new BadField(`"${field}" must be a string`);
  return value;
}

/** A text of several lines; empty where there is none. */
export function longText(fields: Fields, field: string): string {
  const parsed = parseText('description', optionalText(fields, field) ?? '');
  if (parsed.ok) return parsed.value;
  throw new BadField(
    parsed.error.kind === 'task.text-too-long' ? `"${field}" is longer than 200 kB` : `"${field}" contains binary data`,
  );
}

export function list(fields: Fields, field: string): readonly unknown[] {
  const value = fields[field];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new BadField(`"${field}" must be a list`);
  return value;
}

export function objects(fields: Fields, field: string): readonly Fields[] {
  return list(fields, field).map((value) => {
    if (!isFields(value)) throw new BadField(`"${field}" contains something that is not an object`);
    return value;
  });
}

export function texts(fields: Fields, field: string): readonly string[] {
  return list(fields, field).map((value) => {
    if (typeof value !== 'string') throw new BadField(`"${field}" contains something that is not a string`);
    return value;
  });
}

/** A field that is a text; anything else counts as not there. */
export function wordOrNone(fields: Fields, field: string): string | undefined {
  const value = fields[field];
  return typeof value === 'string' ? value : undefined;
}

/** A field that is a list of texts; anything else counts as not there. */
export function textsOrNone(fields: Fields, field: string): readonly string[] | undefined {
  const value = fields[field];
  return Array.isArray(value) && value.every((text) => typeof text === 'string') ? value : undefined;
}

export function flag(fields: Fields, field: string): boolean {
  const value = fields[field];
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw new BadField(`"${field}" must be true or false`);
  return value;
}

/** A whole number from `least` up; null where there is none. */
export function wholeNumber(fields: Fields, field: string, least: number): number | null {
  const value = fields[field];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    throw new BadField(`"${field}" must be a whole number of at least ${least}`);
  }
  return value;
}

export function oneOf<T extends string>(fields: Fields, field: string, words: readonly T[]): T | null {
  const word = optionalText(fields, field);
  if (word === null) return null;
  const known = words.find((each) => each === word);
  if (known === undefined) throw new BadField(`"${field}" must be one of ${words.join(', ')}`);
  return known;
}

const timeForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?\s?(Z|[+-]\d\d:?\d\d)?)?$/i;
/** What Go writes for no time at all. */
const noTime = '0001-01-01';

/** A time with any offset, to the millisecond; UTC where it has none. */
export function time(fields: Fields, field: string): Instant | null {
  const value = optionalText(fields, field);
  if (value === null || value === '') return null;
  const [, day, clock = '00:00', fraction = '0', offset = 'Z'] = timeForm.exec(value) ?? [];
  if (day === noTime) return null;
  const at = Date.parse(
    `${day}T${clock}${clock.length === 5 ? ':00' : ''}.${fraction.padEnd(3, '0').slice(0, 3)}${offset}`,
  );
  if (day === undefined || Number.isNaN(at)) throw new BadField(`"${field}" must be a time`);
  if (!isInCalendar(day)) throw new BadField(`"${field}" is on ${day}, a day that does not exist`);
  return at;
}

/** Of a day such as the 30th of February, `Date` makes one of the next month. */
function isInCalendar(day: string): boolean {
  return day.slice(8) <= '28' || new Date(day).toISOString().startsWith(day);
}
