import { isRecord, type JsonRecord, parseJson } from '../json.ts';

/** What was found in a line that is not one JSON object. */
export type Repaired = {
  readonly objects: readonly JsonRecord[];
  /** What stands around them and does not read as an object yet; the next line may complete it. */
  readonly remainder: string;
};

/** Characters that are gone through for one line, which may hold nothing but beginnings of events. */
const mostLooked = 16 * 1024 * 1024;

const eventStart = '{"type":"';
/** Blocks inside a message begin the same way, so only these count as events. */
const eventTypes = new Set([
  'system',
  'assistant',
  'user',
  'result',
  'rate_limit_event',
  'stream_event',
  'tool_progress',
]);

/**
 * Takes whole events out of a line that another event was written into, or that holds several.
 * Inside a JSON text quotes are escaped, so the start of an event cannot be a quotation.
 */
export function takeEvents(line: string): Repaired {
  const objects: JsonRecord[] = [];
  let text = line;
  let looked = 0;
  for (let at = text.lastIndexOf(eventStart); at >= 0; at = at > 0 ? text.lastIndexOf(eventStart, at - 1) : -1) {
    looked += text.length - at;
    if (looked > mostLooked) break;
    const end = endOfObject(text, at);
    const value = end === undefined ? undefined : parseJson(text.slice(at, end));
    if (end === undefined || !isRecord(value) || !eventTypes.has(String(value.type))) continue;
    objects.unshift(value);
    text = text.slice(0, at) + text.slice(end);
  }
  return { objects, remainder: text.trim() };
}

/** Offset after the bracket that closes the object opened at `start`. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inText = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (inText) {
      if (char === '\\') at++;
      else if (char === '"') inText = false;
    } else if (char === '"') inText = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}
