import type { LogEntry, LogWindow } from '../model/run-view.ts';
import { logEntries } from '../model/stream/log-entries.ts';
import type { Provider } from '../ports/provider.ts';
import { readOutputTimes, withTimes } from './output-times.ts';
import { outputBytes, readErrorTail, readOutput } from './read-output.ts';

const lineBreak = 10;
const stepBytes = 64 * 1024;
/** Of the last line of a window, which may go on far behind it. */
const mostBehind = 16 * 1024 * 1024;

/** Bytes of a part; the lines of a log are counted by where in it they begin. */
export const partBytes = 64 * 1024;

type Request = {
  /** Number of the first part; below zero counts from the end. */
  readonly first: number;
  readonly count: number;
  readonly ended: boolean;
};

/** What the lines of a run's log say that begin in some parts of its output, wherever they end. */
export function readWindow(provider: Provider, dir: string, { first, count, ended }: Request): LogWindow {
  const size = outputBytes(dir);
  const part = first >= 0 ? first : Math.max(0, Math.ceil(size / partBytes) + first);
  const [from, to] = [part * partBytes, (part + count) * partBytes];
  const start = firstLineFrom(dir, from, Math.min(to, size));
  const isEnd = to >= size;
  const read =
    start === undefined ? { entries: [], offset: Math.min(to, size) } : linesFrom(provider, dir, { start, to, ended });
  const errors = ended && isEnd ? readErrorTail(dir).trim() : '';
  const entries = withTimes(read.entries, readOutputTimes(dir));
  if (errors !== '') entries.push({ key: 'stderr', at: null, kind: 'output', stream: 'stderr', text: errors });
  return { first: part, partBytes, entries, size, offset: read.offset, complete: ended && isEnd };
}

/** Where the first line begins at or after `from`; undefined when none does before `to`. */
function firstLineFrom(dir: string, from: number, to: number): number | undefined {
  if (from === 0) return to > 0 ? 0 : undefined;
  for (let at = from - 1; at < to; at += stepBytes) {
    const found = readOutput(dir, at, stepBytes).indexOf(lineBreak);
    if (found >= 0) return at + found + 1 < to ? at + found + 1 : undefined;
  }
  return undefined;
}

function linesFrom(
  provider: Provider,
  dir: string,
  { start, to, ended }: { readonly start: number; readonly to: number; readonly ended: boolean },
): { readonly entries: LogEntry[]; readonly offset: number } {
  const reader = provider.reader(start);
  const entries: LogEntry[] = [];
  for (let at = start; reader.offset() < to && at < to + mostBehind; ) {
    const bytes = readOutput(dir, at, stepBytes);
    at += bytes.length;
    const facts = bytes.length === 0 && ended ? reader.end() : reader.push(bytes);
    for (const fact of facts) if (fact.offset < to) entries.push(...logEntries(fact));
    if (bytes.length === 0) break;
  }
  return { entries, offset: reader.offset() };
}
