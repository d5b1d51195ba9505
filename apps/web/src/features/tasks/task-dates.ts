const day = 86_400_000;
const written = /^(?:-?([1-9]\d{0,3})d|overdue|none)$/;

/** True for `7d` (within seven days), `-30d` (longer ago than thirty), `overdue` and `none`. */
export function isSpan(text: string): boolean {
  return written.test(text);
}

/**
 * Whether a moment lies within a span. What has happened is counted back from now, what is due on from now.
 * @param at ISO time, or null where there is none.
 */
export function isWithin(at: string | null, span: string, wanted: { now: number; due?: boolean }): boolean {
  if (span === 'none') return at === null;
  if (at === null) return false;
  const time = Date.parse(at);
  if (span === 'overdue') return time < wanted.now;
  const days = Number(written.exec(span)?.[1]) * day;
  if (wanted.due) return time <= wanted.now + days;
  return span.startsWith('-') ? time < wanted.now - days : time >= wanted.now - days;
}

/** A span in words that follow the name of its date: `within 7 days`. */
export function spanName(span: string): string {
  if (span === 'overdue') return 'overdue';
  if (span === 'none') return 'not set';
  const days = Number(written.exec(span)?.[1]);
  const told = `${days} ${days === 1 ? 'day' : 'days'}`;
  return span.startsWith('-') ? `over ${told} ago` : `within ${told}`;
}
