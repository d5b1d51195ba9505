import { setImmediate } from 'node:timers/promises';
import type { LogEntry } from '../model/run-view.ts';
import { createLineSplitter } from '../model/stream/lines.ts';
import { logEntries } from '../model/stream/log-entries.ts';
import type { Provider } from '../ports/provider.ts';
import { readOutput } from './read-output.ts';

const stepBytes = 512 * 1024;
const longestLine = 8 * 1024 * 1024;
/** Bytes that are gone through for one question. */
const mostAtOnce = 64 * 1024 * 1024;

export type Scan = {
  readonly provider: Provider;
  readonly dir: string;
  /** Where a line begins. */
  readonly from: number;
  readonly ended: boolean;
  /** Whether the text of a line is worth being read. */
  readonly wants: (line: string) => boolean;
  /** Takes what such a line says; true once that is enough. */
  readonly take: (entry: LogEntry) => boolean;
};

/**
 * Goes through a run's log line by line, and reads only lines that are wanted; others get their turn in between.
 * @returns up to which byte offset, and whether that is all there is by now
 */
export async function scanLog(scan: Scan): Promise<{ readonly offset: number; readonly complete: boolean }> {
  const splitter = createLineSplitter(scan.from, longestLine);
  let offset = scan.from;
  const takes = (line: { readonly offset: number; readonly end: number; readonly text: string }) => {
    offset = line.end;
    if (!scan.wants(line.text)) return false;
    const reader = scan.provider.reader(line.offset);
    const facts = [...reader.push(Buffer.from(`${line.text}\n`)), ...reader.end()];
    return facts.flatMap(logEntries).some(scan.take);
  };
  for (let at = scan.from; at < scan.from + mostAtOnce; ) {
    const bytes = readOutput(scan.dir, at, stepBytes);
    at += bytes.length;
    const lines = splitter.push(bytes);
    const rest = bytes.length === 0 && scan.ended ? splitter.rest() : undefined;
    for (const line of rest ? [...lines, rest] : lines) if (takes(line)) return { offset, complete: false };
    if (bytes.length === 0) return { offset, complete: true };
    await setImmediate();
  }
  return { offset, complete: false };
}
