import { useSyncExternalStore } from 'react';
import { cx } from './cx.ts';

const tickMs = 15_000;
const listeners = new Set<() => void>();
let tick: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  tick ??= setInterval(() => {
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(tick);
    tick = undefined;
  };
}

const steps = [
  { below: 60, per: 1, unit: 's' },
  { below: 3600, per: 60, unit: 'm' },
  { below: 86_400, per: 3600, unit: 'h' },
  { below: 14 * 86_400, per: 86_400, unit: 'd' },
  { below: 365 * 86_400, per: 7 * 86_400, unit: 'w' },
] as const;

/** How long ago, in one number and a letter: `now`, `42m`, `2d`. Both in milliseconds. */
export function formatAge(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  if (seconds < 10) return 'now';
  for (const step of steps) if (seconds < step.below) return `${Math.floor(seconds / step.per)}${step.unit}`;
  return `${Math.floor(seconds / (365 * 86_400))}y`;
}

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A time as its age, with the exact time on hover. `at` is ISO 8601. */
export function RelativeTime({ at, className }: { readonly at: string; readonly className?: string | undefined }) {
  const time = Date.parse(at);
  const text = useSyncExternalStore(subscribe, () => formatAge(time, Date.now()));
  return (
    <time
      dateTime={at}
      // Written only for who looks at it: in a list of many, writing dates costs more than all the rest of a row.
      onPointerEnter={(event) => {
        event.currentTarget.title = exact.format(time);
      }}
      className={cx('whitespace-nowrap tabular-nums', className)}
    >
      {text}
    </time>
  );
}
