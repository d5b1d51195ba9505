import { jsonText } from './json.ts';
import type { LogEntry } from './run-view.ts';

const around = 60;

/** The texts of an entry that a person can read, the telling ones first. */
function textsOf(entry: LogEntry): readonly string[] {
  switch (entry.kind) {
    case 'tool':
      return [entry.name, entry.argument, ...leafTexts(entry.input)];
    case 'retry':
      return [entry.error];
    case 'limit':
      return [entry.status, entry.window ?? ''];
    case 'start':
      return [entry.model ?? '', entry.version ?? ''];
    default:
      return [entry.text];
  }
}

function leafTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leafTexts) : [];
}

/** What of an entry holds a text, whatever its case, with a little around it; undefined when nothing does. */
export function findInEntry(entry: LogEntry, wanted: string): string | undefined {
  const lower = wanted.toLowerCase();
  for (const text of textsOf(entry)) {
    const at = text.toLowerCase().indexOf(lower);
    if (at < 0) continue;
    const end = at + wanted.length + around;
    const excerpt = text
      .slice(Math.max(0, at - around), end)
      .replaceAll(/\s+/g, ' ')
      .trim();
    return `${at > around ? '…' : ''}${excerpt}${end < text.length ? '…' : ''}`;
  }
  return undefined;
}

/** Tells lines of JSON or plain text apart that may hold a text from those that cannot. */
export function mayHold(wanted: string): (line: string) => boolean {
  const plain = wanted.toLowerCase();
  const escaped = jsonText(wanted).slice(1, -1).toLowerCase();
  return (line) => {
    const lower = line.toLowerCase();
    return lower.includes(escaped) || (escaped !== plain && lower.includes(plain));
  };
}
