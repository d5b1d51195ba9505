const dayMs = 86_400_000;

/** A day as it stands in addresses: `2026-03-01`. */
export type Day = string;

const toDay = (time: number): Day => new Date(time).toISOString().slice(0, 10);
const toTime = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** The day so many days after another. */
export function daysAfter(day: Day, count: number): Day {
  return toDay(toTime(day) + count * dayMs);
}

/** The same day so many months later, or the last one of a month that is shorter. */
export function monthsAfter(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return toDay(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** The weeks that a month lies in, from Monday to Sunday. */
export function weeksOf(day: Day): readonly (readonly Day[])[] {
  const first = `${day.slice(0, 7)}-01`;
  const weekday = (new Date(toTime(first)).getUTCDay() + 6) % 7;
  const start = daysAfter(first, -weekday);
  const weeks = Math.ceil((weekday + new Date(toTime(monthsAfter(first, 1)) - dayMs).getUTCDate()) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_each, index) => daysAfter(start, week * 7 + index)),
  );
}
