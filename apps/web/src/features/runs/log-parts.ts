import type { LogEntry } from '../../data/api-types.ts';
import { shownValue } from './shown-text.ts';

/** One part of a log: what its lines say that begin in it. */
type Part = { readonly entries: readonly LogEntry[]; readonly keys: ReadonlySet<string> };

/** What of a log is at hand. Parts are counted from its beginning; between them may be some that are not. */
export type LogParts = {
  readonly partBytes: number;
  readonly parts: ReadonlyMap<number, Part>;
  /** How many there are by now. */
  readonly count: number;
  /** Entries that came while the log was followed. */
  readonly followed: number;
};

export const noParts: LogParts = { partBytes: 64 * 1024, parts: new Map(), count: 0, followed: 0 };

type Answered = {
  readonly first: number;
  readonly partBytes: number;
  readonly entries: readonly LogEntry[];
  readonly size: number;
  readonly complete: boolean;
};

/** Byte offset of the line an entry came from; what has none stands behind everything. */
export function offsetOf(key: string): number {
  const offset = Number.parseInt(key, 10);
  return Number.isNaN(offset) ? Number.POSITIVE_INFINITY : offset;
}

export function partOf(key: string, log: Pick<LogParts, 'partBytes' | 'count'>): number {
  return Math.max(0, Math.min(Math.floor(offsetOf(key) / log.partBytes), log.count - 1));
}

function countOf(size: number, partBytes: number, before: number): number {
  return Math.max(before, Math.ceil(size / partBytes));
}

/** With entries added to the parts they belong to; those that are there already are passed over. */
function withEntries(log: LogParts, parts: Map<number, Part>, entries: readonly LogEntry[]): Map<number, Part> {
  const fresh = new Map<number, LogEntry[]>();
  for (const entry of entries) {
    const index = partOf(entry.key, log);
    if (parts.get(index)?.keys.has(entry.key)) continue;
    const list = fresh.get(index);
    if (list) list.push(shownValue(entry));
    else fresh.set(index, [shownValue(entry)]);
  }
  for (const [index, list] of fresh) {
    const known = parts.get(index);
    const keys = new Set([...(known?.keys ?? []), ...list.map((entry) => entry.key)]);
    parts.set(index, { entries: [...(known?.entries ?? []), ...list], keys });
  }
  return parts;
}

/** The log with some whole parts of it, as they were answered to whoever asked for `asked` of them. */
export function putParts(log: LogParts, { first, partBytes, entries, size }: Answered, asked: number): LogParts {
  const count = countOf(size, partBytes, log.count);
  const parts = new Map(log.parts);
  for (let index = first; index < Math.min(first + asked, count); index++) {
    if (!parts.has(index)) parts.set(index, { entries: [], keys: new Set() });
  }
  const next = { ...log, partBytes, count };
  return { ...next, parts: withEntries(next, parts, entries) };
}

/** The log with what came at its end; parts that this leaps into or over begin empty. */
export function followParts(log: LogParts, entries: readonly LogEntry[], size: number): LogParts {
  const count = countOf(size, log.partBytes, log.count);
  const parts = new Map(log.parts);
  for (let index = Math.max(0, log.count - 1); index < count; index++) {
    if (index >= log.count || parts.has(index)) parts.set(index, parts.get(index) ?? { entries: [], keys: new Set() });
  }
  const next = { ...log, count };
  const isHeld = (entry: LogEntry) => parts.has(partOf(entry.key, next));
  return {
    ...next,
    parts: withEntries(next, parts, entries.filter(isHeld)),
    followed: log.followed + entries.length,
  };
}

/** The log without what stands behind an offset up to which it was read: of the part it lies in the rest is not known. */
export function dropFrom(log: LogParts, offset: number): LogParts {
  const part = Math.floor(offset / log.partBytes);
  return { ...log, parts: new Map([...log.parts].filter(([index]) => index < part)) };
}

/** The log with no more than `most` parts: those nearest to the one that is looked at, and the end of it. */
export function keepNear(log: LogParts, looked: number, most: number): LogParts {
  if (log.parts.size <= most) return log;
  const far = (index: number) => (index >= log.count - 2 ? -1 : Math.abs(index - looked));
  const kept = [...log.parts].toSorted(([a], [b]) => far(a) - far(b)).slice(0, most);
  return { ...log, parts: new Map(kept.toSorted(([a], [b]) => a - b)) };
}
