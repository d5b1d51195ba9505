import type { LogEntry } from '../../data/api-types.ts';
import { itemsOf, type LogItem } from './log-items.ts';
import { type LogParts, offsetOf, partOf } from './log-parts.ts';

/** Parts of the log that are not at hand, as one row as high as they may be. */
export type LogGap = { readonly kind: 'gap'; readonly key: string; readonly first: number; readonly count: number };

export type LogRow = LogItem | LogGap;

/** What is drawn of a log, from its first line to its last. */
export function rowsOf(log: LogParts): readonly LogRow[] {
  const rows: LogRow[] = [];
  const held = [...log.parts.keys()].filter((index) => index < log.count).toSorted((a, b) => a - b);
  let at = 0;
  let together: (readonly LogEntry[])[] = [];
  const close = () => {
    for (const item of itemsOf(together)) rows.push(item);
    together = [];
  };
  for (const index of held) {
    if (index > at) {
      close();
      rows.push({ kind: 'gap', key: `gap-${at}`, first: at, count: index - at });
    }
    together.push(log.parts.get(index)?.entries ?? []);
    at = index + 1;
  }
  close();
  if (at < log.count) rows.push({ kind: 'gap', key: `gap-${at}`, first: at, count: log.count - at });
  return rows;
}

/** The row in which the entry of a key is drawn; -1 while it is not at hand. */
export function rowOfKey(rows: readonly LogRow[], key: string, log: LogParts): number {
  const exact = rows.findIndex((row) => row.key === key || (row.kind === 'tool' && row.result?.key === key));
  if (exact >= 0) return exact;
  if (!log.parts.has(partOf(key, log))) return -1;
  // Lines of output are drawn as one block, whose key is that of the first.
  const offset = offsetOf(key);
  return rows.findLastIndex((row) => row.kind !== 'gap' && offsetOf(row.key) <= offset);
}
