import { err, type Instant, ok, type Result } from '@cw/kernel';
import type { MailFailure, MailView } from './mail.ts';
import { longestMessage } from './message.ts';

/** The words of a message, which are not nothing and not a book. */
export function parseMessage(text: string): Result<string, MailFailure> {
  const words = text.trim();
  if (words === '') return err({ kind: 'message.empty' });
  return words.length > longestMessage ? err({ kind: 'message.too-long', most: longestMessage }) : ok(words);
}

/** `P0` to `P3`, or the number alone. */
export function parsePriority(text: string | undefined): Result<number, MailFailure> {
  if (text === undefined) return ok(2);
  const [, digit] = /^[Pp]?([0-3])$/.exec(text.trim()) ?? [];
  return digit === undefined ? err({ kind: 'message.bad-priority', priority: text }) : ok(Number(digit));
}

export function priorityName(priority: number): MailView['priority'] {
  return (['P0', 'P1', 'P2', 'P3'] as const)[priority] ?? 'P2';
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const longestExpiry = 366 * units.d;

/** When a message is of no use any more: `90m`, `2h`, `3d`, `1w` from now. */
export function parseExpiry(text: string | undefined, now: Instant): Result<Instant | null, MailFailure> {
  if (text === undefined) return ok(null);
  const [, amount, unit] = /^\+?(\d{1,6}) ?([mhdw])$/.exec(text.trim().toLowerCase()) ?? [];
  const span = Number(amount) * (Object.entries(units).find(([name]) => name === unit)?.[1] ?? Number.NaN);
  const known = span > 0 && span <= longestExpiry;
  return known ? ok(now + span) : err({ kind: 'message.bad-expiry', expires: text });
}
