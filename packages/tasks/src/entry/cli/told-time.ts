import { age } from '@cw/entry';
import type { Instant, IsoTime } from '@cw/kernel';

/** The day of a moment where this machine is: `2026-12-04`. */
export function tellDay(at: IsoTime): string {
  const date = new Date(at);
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * A moment as people read it where this machine is, and how far off it is: `2026-12-04 (in 6d)`. Where it is the
 * beginning or the end of a day, the day was meant, and no time is told.
 */
export function tellMoment(at: IsoTime, now: Instant): string {
  const date = new Date(at);
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  const isDay = date.getSeconds() === (time === '23:59' ? 59 : 0) && ['00:00', '23:59'].includes(time);
  const far = date.getTime() > now ? `in ${age(now, date.getTime())}` : `${age(date.getTime(), now)} ago`;
  return `${tellDay(at)}${isDay ? '' : ` ${time}`} (${far})`;
}

/** Minutes of work as hours and minutes: `3h`, `1h 30m`. */
export function tellMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours === 0 ? [] : [`${hours}h`]), ...(rest === 0 && hours > 0 ? [] : [`${rest}m`])].join(' ');
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
