import type { Instant } from '@cw/kernel';

const units: readonly (readonly [number, string])[] = [
  [60, 's'],
  [60, 'm'],
  [24, 'h'],
  [365, 'd'],
];

/** The age of a moment in its largest whole unit: `42m`, `3d`; `now` under a second. */
export function age(at: Instant, now: Instant): string {
  let value = Math.floor((now - at) / 1000);
  if (value < 1) return 'now';
  for (const [size, unit] of units) {
    if (value < size) return `${value}${unit}`;
    value = Math.floor(value / size);
  }
  return `${value}y`;
}
