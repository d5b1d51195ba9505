import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type PropertyRowProps = {
  readonly name: string;
  readonly children: ReactNode;
  /** Holds what can be touched: as high as a finger on a phone. */
  readonly touch?: boolean | undefined;
};

/** A name and its value, 26 px at least; `<dl>` is the parent's. */
export function PropertyRow({ name, children, touch }: PropertyRowProps) {
  return (
    <div className="flex min-h-6.5 items-start">
      <dt className={cx('w-20 shrink-0 py-1 text-small text-fg-3', touch && 'max-md:py-3.75')}>{name}</dt>
      <dd
        className={cx(
          'flex min-w-0 flex-1 flex-wrap items-center gap-1.5 py-0.5 text-small leading-5.5',
          touch && 'max-md:min-h-12',
        )}
      >
        {children}
      </dd>
    </div>
  );
}

type FactProps = {
  readonly name: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
};

/** A fact in a run's header: its name above, its value below. */
export function Fact({ name, children, className }: FactProps) {
  return (
    <div className={cx('min-w-0 flex-col gap-0.5 border-r border-line px-3.5 py-2 max-md:first:pl-4', className)}>
      <dt className="text-small text-fg-3">{name}</dt>
      <dd className="flex min-h-5 min-w-0 items-center gap-1.5 font-medium whitespace-nowrap">{children}</dd>
    </div>
  );
}
