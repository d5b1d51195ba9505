import { err, type Instant, ok, type Result } from '@cw/kernel';
import type { TextFailure } from './task-failure.ts';

/** Which end of a day is meant where only the day is told: work is due at its end, and deferred to its beginning. */
export type DayEnd = 'begin' | 'end';

const unitLengths = {
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  w: 604_800_000,
  week: 604_800_000,
} as const;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const dayOnly = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayAndTime =
  /^(\d{4})-(\d{2})-(\d{2})[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-][01]\d:?[0-5]\d)?$/i;
const fromNow = /^(?:in )?\+?(\d{1,5}) ?(mo|month|min|hour|day|week|m|h|d|w)s?$/;

/**
 * A date as people write it: `2026-03-01`, `2026-03-01T09:00Z`, `2d`, `+6h`, `in 3 weeks`, `1mo`, `today`, `tomorrow`,
 * `monday`, `next monday`, `24 dec`, and any day with a time behind it: `tomorrow 9am`, `friday at 17:30`. Days and times
 * without an offset are those of this machine; a day without a year is the next such day.
 * @param now what `2d` and `tomorrow` are counted from.
 */
export function parseWhen(text: string, now: Instant, end: DayEnd): Result<Instant, TextFailure> {
  const word = text.trim();
  const at = exact(word, end) ?? spoken(word.toLowerCase().replace(/\s+/g, ' '), now, end);
  return at === undefined ? err({ kind: 'task.bad-date', text }) : ok(at);
}

function exact(word: string, end: DayEnd): Instant | undefined {
  const [, year, month, day] = dayOnly.exec(word) ?? dayAndTime.exec(word) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const midnight = midnightOf(Number(year), Number(month) - 1, Number(day));
  if (midnight.getDate() !== Number(day) || midnight.getMonth() !== Number(month) - 1) return undefined;
  if (dayOnly.test(word)) return endOf(midnight, end);
  const at = Date.parse(word.replace(' ', 'T'));
  return Number.isNaN(at) ? undefined : at;
}

function spoken(word: string, now: Instant, end: DayEnd): Instant | undefined {
  return counted(word, now) ?? named(word, now, end) ?? timed(word, now);
}

const dayThenTime = /^(.+?),?(?: at)? (?:([01]?\d|2[0-3]):([0-5]\d)|(1[0-2]|0?[1-9])(?::([0-5]\d))? ?(am|pm)|(noon))$/;

/** A day with a time of day behind it. */
function timed(word: string, now: Instant): Instant | undefined {
  const [, day = '', hour, minute, half, halfMinute = '0', side] = dayThenTime.exec(word) ?? [];
  const midnight = dayOnly.test(day) ? exact(day, 'begin') : day === 'now' ? undefined : named(day, now, 'begin');
  if (midnight === undefined) return undefined;
  const date = new Date(midnight);
  const hours = hour ?? (half === undefined ? 12 : (Number(half) % 12) + (side === 'pm' ? 12 : 0));
  return date.setHours(Number(hours), Number(minute ?? halfMinute));
}

function counted(word: string, now: Instant): Instant | undefined {
  const [, amount, unit] = fromNow.exec(word) ?? [];
  if (amount === undefined || unit === undefined) return undefined;
  if (unit === 'mo' || unit === 'month') return monthsLater(now, Number(amount));
  return isUnit(unit) ? now + Number(amount) * unitLengths[unit] : undefined;
}

/** The same day of a later month, or its last one where it is shorter. */
function monthsLater(now: Instant, months: number): Instant {
  const date = new Date(now);
  const day = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() + months);
  date.setDate(Math.min(day, new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()));
  return date.getTime();
}

function named(word: string, now: Instant, end: DayEnd): Instant | undefined {
  if (word === 'now') return now;
  const date = new Date(now);
  const days = daysUntil(word, date.getDay());
  const day =
    days === undefined ? dayOfMonth(word, date) : new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
  return day && endOf(day, end);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthNames = 'january february march april may june july august september october november december'.split(' ');
const monthThenDay = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/;
const dayThenMonth = /^(\d{1,2})(?:st|nd|rd|th|\.)? ([a-z]{3,9})\.?(?:,? (\d{4}))?$/;

/** `dec 24`, `24 december 2027`; without a year, this year's or, where that is over, the next one's. */
function dayOfMonth(word: string, today: Date): Date | undefined {
  const [, name, day, year] = monthThenDay.exec(word) ?? dayFirst(word);
  const month = [months, monthNames].map((names) => names.indexOf(name ?? '')).find((at) => at >= 0);
  if (month === undefined || day === undefined) return undefined;
  const inYear = (one: number) => midnightOf(one, month, Number(day));
  const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate());
  const thisYear = inYear(today.getFullYear());
  const date = year ? inYear(Number(year)) : thisYear < midnight ? inYear(today.getFullYear() + 1) : thisYear;
  return date.getDate() === Number(day) && date.getMonth() === month ? date : undefined;
}

function dayFirst(word: string): readonly (string | undefined)[] {
  const [all, day, name, year] = dayThenMonth.exec(word) ?? [];
  return [all, name, day, year];
}

function daysUntil(word: string, today: number): number | undefined {
  if (word === 'yesterday') return -1;
  if (word === 'today') return 0;
  if (word === 'tomorrow') return 1;
  if (word === 'next week') return daysUntil('monday', today);
  const name = word.replace(/^next /, '');
  const wanted = weekdays.findIndex((day) => day === name || (name.length === 3 && day.startsWith(name)));
  return wanted === -1 ? undefined : ((wanted - today + 6) % 7) + 1;
}

function endOf(midnight: Date, end: DayEnd): Instant {
  if (end === 'begin') return midnight.getTime();
  return new Date(midnight).setHours(23, 59, 59, 0);
}

/** `new Date` takes the years 0 to 99 for 1900 to 1999. */
function midnightOf(year: number, month: number, day: number): Date {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month, day);
  return date;
}

function isUnit(unit: string): unit is keyof typeof unitLengths {
  return unit in unitLengths;
}
