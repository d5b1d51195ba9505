import type { EventRow } from '../../data/api-types.ts';
import { nameOfDay, startOfDay } from '../../entities/text/day-name.ts';

export type ActivityItem =
  | { readonly kind: 'day'; readonly key: string; readonly name: string }
  | { readonly kind: 'event'; readonly key: string; readonly event: EventRow };

/** The events under heads of their days, in this browser's zone. */
export function underDays(events: readonly EventRow[], now: number): readonly ActivityItem[] {
  const items: ActivityItem[] = [];
  let last: number | undefined;
  for (const event of events) {
    const day = startOfDay(Date.parse(event.at));
    if (day !== last) items.push({ kind: 'day', key: `day ${day}`, name: nameOfDay(day, now) });
    last = day;
    items.push({ kind: 'event', key: String(event.seq), event });
  }
  return items;
}
