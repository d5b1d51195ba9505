import type { TaskView } from '../../data/api-types.ts';

const minutesOf = { w: 5 * 8 * 60, d: 8 * 60, h: 60, m: 1 } as const;

/** Minutes of work as they are typed: `3h`, `1d 4h`; a day has eight hours, a week five days. */
export function estimateText(minutes: number | null): string {
  if (minutes === null) return '';
  let rest = minutes;
  const parts = Object.entries(minutesOf).flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count > 0 ? [`${count}${unit}`] : [];
  });
  return parts.join(' ');
}

const two = (value: number) => String(value).padStart(2, '0');

/** A moment as it is typed: a day alone where it is the end, or the begin, of one in this browser's zone. */
export function momentText(iso: string | null, end: 'begin' | 'end'): string {
  if (iso === null) return '';
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const midnight = new Date(at).setHours(0, 0, 0, 0);
  const isWhole = end === 'begin' ? at.getTime() === midnight : at.getHours() === 23 && at.getMinutes() === 59;
  return isWhole ? day : `${iso.slice(0, 16)}Z`;
}

/** Metadata as it is typed; nothing when there is none. */
export function metadataText(metadata: TaskView['metadata']): string {
  return Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata, null, 2);
}

/** @throws Error when the text is no JSON object */
export function metadataValue(text: string): TaskView['metadata'] | null {
  if (text.trim() === '') return null;
  const value: unknown = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('It must be a JSON object, such as {"ticket": 17}.');
  }
  return Object.fromEntries(Object.entries(value));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`Invalid JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
