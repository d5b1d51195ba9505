import type { EventRow } from '../../data/api-types.ts';

export type ActivityItem =
  | { readonly kind: 'day'; readonly key: string; readonly name: string }
  | { readonly kind: 'event'; readonly key: string; readonly event: EventRow };

const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function nameOf(day: number, now: number): string {
  const today = startOfDay(now);
  if (day === today) return 'Today';
  return day === startOfDay(today - 1) ? 'Yesterday' : dayName.format(day);
}

/** The events under heads of their days, in this browser's zone. */
export function underDays(events: readonly EventRow[], now: number): readonly ActivityItem[] {
  const items: ActivityItem[] = [];
  let last: number | undefined;
  for (const event of events) {
    const day = startOfDay(Date.parse(event.at));
    if (day !== last) items.push({ kind: 'day', key: `day ${day}`, name: nameOf(day, now) });
    last = day;
    items.push({ kind: 'event', key: String(event.seq), event });
  }
  return items;
}
