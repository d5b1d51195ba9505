import type { LogPage } from '../model/run-view.ts';
import { logEntries } from '../model/stream/log-entries.ts';
import type { Provider } from '../ports/provider.ts';
import { noteSeen, readOutputTimes, withTimes } from './output-times.ts';
import { outputBytes, readErrorTail, readOutput } from './read-output.ts';

/**
 * A part of a run's log, from a byte offset on: what at most 256 KiB of its output say, more only for a longer line.
 * @param ended true when the program writes no more; its error output then closes the log
 */
export function readLog(provider: Provider, dir: string, request: { offset: number; ended: boolean }): LogPage {
  const reader = provider.reader(request.offset);
  let entries: LogPage['entries'][number][] = [];
  let position = request.offset;
  let bytes = readOutput(dir, position);
  while (bytes.length > 0 && entries.length === 0) {
    position += bytes.length;
    entries = reader.push(bytes).flatMap(logEntries);
    if (entries.length === 0) bytes = readOutput(dir, position);
  }
  const more = readOutput(dir, position).length > 0;
  const noted = readOutputTimes(dir);
  const times = request.ended ? noted : noteSeen(dir, position, noted);
  const size = outputBytes(dir);
  if (more || !request.ended)
    return { entries: withTimes(entries, times), offset: reader.offset(), size, complete: false };
  entries.push(...reader.end().flatMap(logEntries));
  const errors = readErrorTail(dir).trim();
  if (errors !== '') entries.push({ key: 'stderr', at: null, kind: 'output', stream: 'stderr', text: errors });
  return { entries: withTimes(entries, times), offset: position, size, complete: true };
}
