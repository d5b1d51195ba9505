import { cx } from '@cw/ui';
import { useOpenCount } from './use-open-count.ts';

/** How much waits for a person, as a badge; nothing while nothing does. */
export function OpenCount({ className }: { readonly className?: string | undefined }) {
  const open = useOpenCount();
  if (open === 0) return null;
  return (
    <span
      className={cx(
        'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-label bg-pill-needs px-1 text-meta font-medium text-pill-needs-fg tabular-nums',
        className,
      )}
    >
      {open > 999 ? '999+' : open}
    </span>
  );
}
