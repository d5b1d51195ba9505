import type { LogEntry } from './run-view.ts';

/** An entry with each of its texts as `hide` gives it back. */
export function hideInEntry(entry: LogEntry, hide: (text: string) => string): LogEntry {
  switch (entry.kind) {
    case 'tool':
      return { ...entry, argument: hide(entry.argument), input: hideInValue(entry.input, hide) };
    case 'retry':
      return { ...entry, error: hide(entry.error) };
    case 'start':
    case 'limit':
      return entry;
    default:
      return { ...entry, text: hide(entry.text) };
  }
}

function hideInValue(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((item) => hideInValue(item, hide));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hideInValue(item, hide)]));
}
