import { err, type Instant, ok, type Result } from '@cw/kernel';
import type { TextFailure } from './task-failure.ts';
import { parseWhen } from './when.ts';

/** A day, or a moment, whose `from` and `to` are the same. `to` is the first moment after a day. */
export type Span = { readonly from: Instant; readonly to: Instant };

/** Where a bare `7d` lies: seven days ago, as for what happened, or in seven days, as for what is due. */
export type Lie = 'past' | 'future';

const ago = /^(?:-|)(\d{1,5}) ?(mo|month|min|hour|day|week|m|h|d|w)s?(?: ago)?$/;
const weekday = /^(?:last )?((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)$/;
/** `dec 24` or `24 dec`: in what is past, the last such day. */
const yearless = /^(?:[a-z]+\.? \d{1,2}|\d{1,2}\.? [a-z]+)(?:st|nd|rd|th)?$/;
const dayLength = 86_400_000;

/**
 * The day or moment that a word of a filter means: `2026-03-01`, `2026-03-01T09:00Z`, `7d`, `-7d`, `+7d`, `2 weeks ago`,
 * `yesterday`, `today`, `monday`, `dec 24`.
 * @param now what relative words count from.
 */
export function parseSpan(text: string, now: Instant, lie: Lie): Result<Span, TextFailure> {
  const word = text.trim().toLowerCase();
  if (word === 'yesterday') return dayBefore(now);
  const isPast = word.startsWith('-') || word.endsWith(' ago') || (lie === 'past' && /^\d/.test(word));
  const [, amount, unit] = isPast ? (ago.exec(word) ?? []) : [];
  if (amount !== undefined && unit !== undefined) return past(Number(amount), unit, { now, text });
  const name = lie === 'past' || word.startsWith('last ') ? weekday.exec(word)?.[1] : undefined;
  const from = parseWhen(name ?? text, now, 'begin');
  const to = parseWhen(name ?? text, now, 'end');
  if (!from.ok || !to.ok) return err({ kind: 'task.bad-date', text });
  if (name !== undefined) return wholeDay(weekEarlier(from.value));
  if (lie === 'past' && from.value > now && yearless.test(word)) return wholeDay(monthsEarlier(from.value, 12));
  return from.value === to.value ? ok({ from: from.value, to: from.value }) : wholeDay(from.value);
}

function past(amount: number, unit: string, { now, text }: { now: Instant; text: string }): Result<Span, TextFailure> {
  const months = unit === 'mo' || unit === 'month';
  const later = months ? undefined : parseWhen(`${amount}${unit}`, now, 'begin');
  const at = months ? monthsEarlier(now, amount) : later?.ok ? 2 * now - later.value : Number.NaN;
  return Number.isNaN(at) ? err({ kind: 'task.bad-date', text }) : ok({ from: at, to: at });
}

/** The same day of an earlier month, or its last one where it is shorter. */
function monthsEarlier(now: Instant, months: number): Instant {
  const date = new Date(now);
  const day = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() - months);
  date.setDate(Math.min(day, new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()));
  return date.getTime();
}

function dayBefore(now: Instant): Result<Span, TextFailure> {
  const date = new Date(now);
  return wholeDay(new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1).getTime());
}

function weekEarlier(midnight: Instant): Instant {
  const date = new Date(midnight);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - 7).getTime();
}

/** Days are not always as long as each other: the next one is found by its date. */
function wholeDay(midnight: Instant): Result<Span, TextFailure> {
  const next = new Date(midnight + 1.5 * dayLength);
  return ok({ from: midnight, to: next.setHours(0, 0, 0, 0) });
}
