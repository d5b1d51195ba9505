import type { LogEntry } from '../../shared/api-types.ts';

type EntryOf<Kind extends LogEntry['kind']> = Extract<LogEntry, { kind: Kind }>;

export type ToolResult = {
  readonly error: boolean;
  readonly text: string;
  readonly truncated: boolean;
  readonly at: string | null;
};

/** One thing in the log as it is drawn: a tool with its result, several lines of output as one. */
export type LogItem =
  | {
      readonly kind: 'tool';
      readonly key: string;
      readonly call: EntryOf<'tool'>;
      readonly result: ToolResult | undefined;
    }
  | {
      readonly kind: 'output';
      readonly key: string;
      readonly at: string | null;
      readonly stream: 'stdout' | 'stderr';
      readonly text: string;
    }
  | {
      readonly kind: 'entry';
      readonly key: string;
      readonly entry: Exclude<LogEntry, { kind: 'tool' | 'tool-result' | 'output' }>;
    };

export type Log = {
  readonly items: readonly LogItem[];
  /** Where the item of a tool's id stands. */
  readonly byTool: ReadonlyMap<string, number>;
  /** Keys of entries already taken in. */
  readonly seen: ReadonlySet<string>;
};

export const emptyLog: Log = { items: [], byTool: new Map(), seen: new Set() };

/** Output joined beyond this length starts a new item, so that one block never grows without end. */
const longestOutput = 8000;

type Growing = { readonly items: LogItem[]; readonly byTool: Map<string, number> };

function takeResult({ items, byTool }: Growing, entry: EntryOf<'tool-result'>): void {
  const { key, at, error, text, truncated } = entry;
  const place = byTool.get(entry.id);
  const call = place === undefined ? undefined : items[place];
  if (place !== undefined && call?.kind === 'tool') items[place] = { ...call, result: { error, text, truncated, at } };
  else items.push({ kind: 'entry', key, entry: { key, at, kind: 'unknown', text } });
}

function takeOutput({ items }: Growing, entry: EntryOf<'output'>): void {
  const { key, at, stream, text } = entry;
  const last = items.at(-1);
  const joins = last?.kind === 'output' && last.stream === stream && last.text.length < longestOutput;
  if (joins) items[items.length - 1] = { ...last, text: `${last.text}\n${text}` };
  else items.push({ kind: 'output', key, at, stream, text });
}

function take(log: Growing, entry: LogEntry): void {
  if (entry.kind === 'tool-result') takeResult(log, entry);
  else if (entry.kind === 'output') takeOutput(log, entry);
  else if (entry.kind === 'tool') {
    log.byTool.set(entry.id, log.items.length);
    log.items.push({ kind: 'tool', key: entry.key, call: entry, result: undefined });
  } else log.items.push({ kind: 'entry', key: entry.key, entry });
}

/**
 * The log with further entries taken in, in their order. A result joins its tool's call; lines of one stream that
 * follow each other become one block; an entry that was taken in before is passed over.
 */
export function appendEntries(log: Log, entries: readonly LogEntry[]): Log {
  const fresh = entries.filter((entry) => !log.seen.has(entry.key));
  if (fresh.length === 0) return log;
  const growing = { items: [...log.items], byTool: new Map(log.byTool) };
  for (const entry of fresh) take(growing, entry);
  return { ...growing, seen: new Set([...log.seen, ...fresh.map((entry) => entry.key)]) };
}
