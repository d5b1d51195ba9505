const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** When the day of a moment began, in this browser's zone; both in milliseconds. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** What a day is called as seen from now: `Today`, `Yesterday`, `Monday, 30 November 2026`. Both in milliseconds. */
export function nameOfDay(at: number, now: number): string {
  const [day, today] = [startOfDay(at), startOfDay(now)];
  if (day === today) return 'Today';
  return day === startOfDay(today - 1) ? 'Yesterday' : dayName.format(day);
}
