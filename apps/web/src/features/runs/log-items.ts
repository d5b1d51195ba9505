import type { LogEntry } from '../../data/api-types.ts';

type EntryOf<Kind extends LogEntry['kind']> = Extract<LogEntry, { kind: Kind }>;

export type ToolResult = {
  readonly key: string;
  readonly error: boolean;
  readonly text: string;
  readonly truncated: boolean;
  readonly at: string | null;
  readonly exit?: EntryOf<'tool-result'>['exit'];
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
      readonly entry: Exclude<LogEntry, { kind: 'tool' | 'output' }>;
    };

/** Output joined beyond this length starts a new item, so that one block never grows without end. */
const longestOutput = 8000;

/** `block`: output before this place is not joined any more. */
type Growing = { readonly items: LogItem[]; readonly byTool: Map<string, number>; readonly block: number };

function takeResult({ items, byTool }: Growing, entry: EntryOf<'tool-result'>): void {
  const { key, at, error, text, truncated, exit } = entry;
  const place = byTool.get(entry.id);
  const call = place === undefined ? undefined : items[place];
  if (place !== undefined && call?.kind === 'tool')
    items[place] = { ...call, result: { key, error, text, truncated, at, ...(exit && { exit }) } };
  else items.push({ kind: 'entry', key, entry });
}

function takeOutput({ items, block }: Growing, entry: EntryOf<'output'>): void {
  const { key, at, stream, text } = entry;
  const last = items.at(-1);
  const isNear = items.length > block && last?.kind === 'output' && last.stream === stream;
  const joins = isNear && last.text.length < longestOutput;
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
 * What is drawn of parts of a log that follow each other. A result joins its tool's call; lines of one stream that follow
 * each other in a part become one block.
 */
export function itemsOf(parts: Iterable<readonly LogEntry[]>): readonly LogItem[] {
  const items: LogItem[] = [];
  const byTool = new Map<string, number>();
  for (const entries of parts) {
    const growing = { items, byTool, block: items.length };
    for (const entry of entries) take(growing, entry);
  }
  return items;
}
