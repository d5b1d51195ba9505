import type { IsoTime } from './clock.ts';

/** The day of a moment where this machine is: `2026-12-04`. */
export function tellDay(at: IsoTime): string {
  const date = new Date(at);
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A moment where this machine is: `2026-12-04 09:05`. */
export function tellTime(at: IsoTime): string {
  const date = new Date(at);
  return `${tellDay(at)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
