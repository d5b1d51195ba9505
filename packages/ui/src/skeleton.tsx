import { cx } from './cx.ts';

/** A grey bar in the place of what has not come yet. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return <span aria-hidden="true" className={cx('block h-2 rounded-full bg-active', className)} />;
}

const titleWidths = ['w-64', 'w-44', 'w-80', 'w-56', 'w-72', 'w-48'] as const;

/** Rows of the real height, for the first load of a list. They take all the room the list will, so that nothing moves then. */
export function SkeletonRows({ rows = 12, label }: { readonly rows?: number | undefined; readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="flex min-h-0 flex-1 flex-col overflow-hidden">
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((key, index) => (
        <div key={key} className="flex h-8 shrink-0 items-center gap-3 px-4 max-md:h-11">
          <Skeleton className="w-3.5" />
          <Skeleton className="w-12" />
          <Skeleton className="size-3.5" />
          <Skeleton className={titleWidths[index % titleWidths.length]} />
          <Skeleton className="ml-auto w-16" />
          <Skeleton className="w-8" />
        </div>
      ))}
    </div>
  );
}
