import type { Instant } from '@cw/kernel';

/**
 * The age of a moment in its largest whole unit: `42m`, `3d`; `now` under a second. A table of units would be shorter, and
 * taking it apart for each of many rows is most of what a long list leaves to clear away.
 */
export function age(at: Instant, now: Instant): string {
  const seconds = Math.floor((now - at) / 1000);
  if (seconds < 1) return 'now';
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}h`;
  const days = Math.floor(hours / 24);
  return days < 365 ? `${days}d` : `${Math.floor(days / 365)}y`;
}
