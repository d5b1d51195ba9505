import type { LogEntry, LogWindow } from '../model/run-view.ts';
import { logEntries } from '../model/stream/log-entries.ts';
import type { Provider } from '../ports/provider.ts';
import { readOutputTimes, withTimes } from './output-times.ts';
import { outputBytes, readErrorTail, readOutput } from './read-output.ts';

const lineBreak = 10;
const stepBytes = 64 * 1024;
/** Of the last line of a window, which may go on far behind it. */
const mostBehind = 16 * 1024 * 1024;

type Request = { readonly from: number; readonly to: number; readonly ended: boolean };

/** What the lines of a run's log say that begin in a stretch of its output, wherever they end. */
export function readWindow(provider: Provider, dir: string, { from, to, ended }: Request): LogWindow {
  const size = outputBytes(dir);
  const start = firstLineFrom(dir, from, Math.min(to, size));
  const entries = start === undefined ? [] : linesFrom(provider, dir, { from: start, to, ended });
  const errors = ended && to >= size ? readErrorTail(dir).trim() : '';
  if (errors !== '') entries.push({ key: 'stderr', at: null, kind: 'output', stream: 'stderr', text: errors });
  return { entries: withTimes(entries, readOutputTimes(dir)), size, complete: ended && to >= size };
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

function linesFrom(provider: Provider, dir: string, { from, to, ended }: Request): LogEntry[] {
  const reader = provider.reader(from);
  const entries: LogEntry[] = [];
  for (let at = from; reader.offset() < to && at < to + mostBehind; ) {
    const bytes = readOutput(dir, at, stepBytes);
    at += bytes.length;
    const facts = bytes.length === 0 && ended ? reader.end() : reader.push(bytes);
    for (const fact of facts) if (fact.offset < to) entries.push(...logEntries(fact));
    if (bytes.length === 0) break;
  }
  return entries;
}
