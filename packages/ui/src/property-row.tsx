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
    <div className={cx('flex min-h-6.5 items-start', touch && 'max-md:min-h-11 max-md:items-center')}>
      <dt className="w-20 shrink-0 py-1 text-small text-fg-3">{name}</dt>
      <dd className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5 py-0.5 text-small leading-5.5">{children}</dd>
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
    <div className={cx('min-w-0 flex-col gap-0.5 border-r border-line px-3.5 py-2', className)}>
      <dt className="text-small text-fg-3">{name}</dt>
      <dd className="flex min-h-5 min-w-0 items-center gap-1.5 font-medium whitespace-nowrap tabular-nums">
        {children}
      </dd>
    </div>
  );
}
