import type { LogEntry, ShownReading } from './run-view.ts';

/** Entries of a log, each with its texts as `hide` gives them back. What a program prints line by line is hidden across lines. */
export function hideInEntries(entries: readonly LogEntry[], hide: (text: string) => string): LogEntry[] {
  const hideLine = lineHider(hide);
  return entries.map((entry) =>
    entry.kind === 'output' && entry.stream === 'stdout'
      ? { ...entry, text: hideLine(entry.text) }
      : hideInEntry(entry, hide),
  );
}

const keyBegins = '-----BEGIN ';
const keyEnds = '-----END ';
const ofKey = 'PRIVATE KEY-----';

/** The same for line after line, since a private key has several of which only the first and the last can be told. */
export function lineHider(hide: (text: string) => string): (line: string) => string {
  let isWithin = false;
  return (line) => {
    const [begin, end] = [line.lastIndexOf(keyBegins), line.lastIndexOf(keyEnds)];
    const wasWithin = isWithin;
    if (line.includes(ofKey) && begin !== end) isWithin = begin > end;
    return wasWithin ? '[a private key, hidden]' : hide(line);
  };
}

/** An entry with each of its texts as `hide` gives it back. */
export function hideInEntry(entry: LogEntry, hide: (text: string) => string): LogEntry {
  switch (entry.kind) {
    case 'tool':
      return {
        ...entry,
        argument: hide(entry.argument),
        input: hideInValue(entry.input, hide),
        reading: hideInReading(entry.reading, hide),
      };
    case 'retry':
      return { ...entry, error: hide(entry.error) };
    case 'start':
    case 'limit':
      return entry;
    default:
      return { ...entry, text: hide(entry.text) };
  }
}

function hideInReading(reading: ShownReading, hide: (text: string) => string): ShownReading {
  const { path, changes } = reading;
  const shown = changes.map(({ before, after }) => ({ before: before && hide(before), after: hide(after) }));
  return { ...reading, path: path && hide(path), changes: shown };
}

function hideInValue(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((item) => hideInValue(item, hide));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hideInValue(item, hide)]));
}
