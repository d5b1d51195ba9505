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
 * `monday`, `next monday`. Days and times without an offset are those of this machine.
 * @param now what `2d` and `tomorrow` are counted from.
 */
export function parseWhen(text: string, now: Instant, end: DayEnd): Result<Instant, TextFailure> {
  const word = text.trim();
  const at = exact(word, end) ?? counted(word.toLowerCase(), now) ?? named(word.toLowerCase(), now, end);
  return at === undefined ? err({ kind: 'task.bad-date', text }) : ok(at);
}

function exact(word: string, end: DayEnd): Instant | undefined {
  const [, year, month, day] = dayOnly.exec(word) ?? dayAndTime.exec(word) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const midnight = new Date(Number(year), Number(month) - 1, Number(day));
  if (midnight.getDate() !== Number(day) || midnight.getMonth() !== Number(month) - 1) return undefined;
  if (dayOnly.test(word)) return endOf(midnight, end);
  const at = Date.parse(word.replace(' ', 'T'));
  return Number.isNaN(at) ? undefined : at;
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
  const days = daysUntil(word, new Date(now).getDay());
  if (days === undefined) return undefined;
  const date = new Date(now);
  return endOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days), end);
}

function daysUntil(word: string, today: number): number | undefined {
  if (word === 'today') return 0;
  if (word === 'tomorrow') return 1;
  if (word === 'next week') return daysUntil('monday', today);
  const name = word.replace(/^next /, '');
  const wanted = weekdays.findIndex((day) => day === name || (name.length === 3 && day.startsWith(name)));
  return wanted === -1 ? undefined : ((wanted - today + 6) % 7) + 1;
}

function endOf(midnight: Date, end: DayEnd): Instant {
  if (end === 'begin') return midnight.getTime();
  return new Date(midnight.getFullYear(), midnight.getMonth(), midnight.getDate(), 23, 59, 59).getTime();
}

function isUnit(unit: string): unit is keyof typeof unitLengths {
  return unit in unitLengths;
}
