import { type Instant, type IsoTime, tellDay, tellTime } from '@cw/kernel';
import { age } from './relative-time.ts';

/**
 * A moment as people read it where this machine is, and how far off it is: `2026-12-04 (in 6d)`. Where it is the
 * beginning or the end of a day, the day was meant, and no time is told.
 */
export function tellMoment(at: IsoTime, now: Instant): string {
  const date = new Date(at);
  const time = tellTime(at).slice(-5);
  const isDay = date.getSeconds() === (time === '23:59' ? 59 : 0) && ['00:00', '23:59'].includes(time);
  return `${isDay ? tellDay(at) : tellTime(at)} (${tellFar(date.getTime(), now)})`;
}

function tellFar(at: Instant, now: Instant): string {
  if (at > now) return `in ${age(now, at)}`;
  const far = age(at, now);
  return far === 'now' ? far : `${far} ago`;
}
