import type { ToolReading } from '@cw/kernel';
import { isRecord } from '../json.ts';
import type { LogEntry, ShownReading } from '../run-view.ts';
import type { Block, Fact, PlacedFact, ToolResult } from './facts.ts';
import { wholeWords } from './whole-words.ts';

const longestText = 100_000;
const longestToolText = 20_000;
const longestInputText = 8_000;
const mostItems = 200;

type Body = LogEntry extends infer Entry
  ? Entry extends LogEntry
    ? Omit<Entry, 'key' | 'at' | 'parent'>
    : never
  : never;

/** What a person reads of one fact; nothing of what only programs need. */
export function logEntries(placed: PlacedFact): LogEntry[] {
  const key = placed.index === 0 ? `${placed.offset}` : `${placed.offset}.${placed.index}`;
  const nested = 'parent' in placed.fact && placed.fact.parent !== null ? { parent: placed.fact.parent } : {};
  return bodies(placed).map((body, index) => ({
    key: index === 0 ? key : `${key}+${index}`,
    at: placed.at,
    ...nested,
    ...body,
  }));
}

function bodies({ fact }: PlacedFact): Body[] {
  switch (fact.kind) {
    case 'start':
      return [{ kind: 'start', model: fact.model, tools: fact.tools, version: fact.version }, ...lost(fact)];
    case 'assistant':
      return fact.blocks.flatMap(blockBody);
    case 'tool-results':
      return fact.results.map(toolResultBody);
    case 'message':
      return fact.text === '' ? [] : [{ kind: 'message', text: shorten(fact.text, longestText) }];
    case 'retry': {
      const { attempt, max, error, delayMs } = fact;
      return [{ kind: 'retry', attempt, max, error, delayMs: Math.round(delayMs) }];
    }
    case 'limit': {
      // Every run of a subscriber is told once that all is well.
      if (fact.status === 'allowed') return [];
      const resetsAt = fact.resetsAt === null ? null : isoOfSeconds(fact.resetsAt);
      return [{ kind: 'limit', status: fact.status, resetsAt, window: fact.window }];
    }
    case 'result':
      return [{ kind: 'result', error: fact.isError, text: shorten(fact.text || fact.errors.join('\n'), longestText) }];
    case 'output':
      return [{ kind: 'output', stream: 'stdout', text: shorten(fact.text, longestToolText) }];
    case 'unknown':
      return [{ kind: 'unknown', text: shorten(fact.text, longestToolText) }];
    case 'silent':
      return [];
  }
}

function lost({ lostServers }: Extract<Fact, { kind: 'start' }>): Body[] {
  if (lostServers.length === 0) return [];
  const text = `The tools of ${lostServers.join(', ')} were not there when it began.`;
  return [{ kind: 'output', stream: 'stderr', text }];
}

function blockBody(block: Block): Body[] {
  if (block.kind === 'tool') {
    const { id, name, input, reading } = block;
    const told = { argument: reading.line, input: shortenInput(input, 0), reading: shownReading(reading) };
    return [{ kind: 'tool', id, name, ...told }];
  }
  return block.text === '' ? [] : [{ kind: block.kind, text: shorten(block.text, longestText) }];
}

function toolResultBody(result: ToolResult): Body {
  const truncated = result.text.length > longestToolText;
  const text = truncated ? result.text.slice(0, wholeWords(result.text, longestToolText)) : result.text;
  return {
    kind: 'tool-result',
    id: result.id,
    error: result.error,
    text,
    truncated,
    ...(result.exit === null ? {} : { exit: result.exit }),
  };
}

function shownReading({ kind, path, changes, counts }: ToolReading): ShownReading {
  const shown = changes.slice(0, mostItems).map(({ before, after }) => ({
    before: before === null ? null : shorten(before, longestInputText),
    after: shorten(after, longestInputText),
  }));
  return { kind, path, changes: shown, counts };
}

function shorten(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, wholeWords(text, longest))}…` : text;
}

function shortenInput(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shorten(value, longestInputText);
  if (depth > 5 && typeof value === 'object' && value !== null) return '…';
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => shortenInput(item, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortenInput(item, depth + 1)]));
}

/** Null for a number that no date has. */
function isoOfSeconds(seconds: number): string | null {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
