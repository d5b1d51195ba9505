import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type SidePanelProps = {
  readonly label: string;
  readonly head: ReactNode;
  readonly children: ReactNode;
  /** Takes the whole main area instead of its right side. */
  readonly page?: boolean | undefined;
};

/** Details beside a list, 428 px; on a narrow screen and as a page it takes the whole area. */
export function SidePanel({ label, head, children, page }: SidePanelProps) {
  return (
    <section
      aria-label={label}
      className={cx(
        'flex min-h-0 min-w-0 flex-col bg-bg',
        page ? 'flex-1' : 'w-full shrink-0 border-line lg:w-107 lg:border-l',
      )}
    >
      <h1 className="sr-only lg:hidden">{label}</h1>
      <div className="flex h-10 shrink-0 items-center gap-1 border-b border-line px-4 max-md:h-12 max-md:pr-1 max-md:[&_button]:min-h-11 max-md:[&_button]:min-w-11">
        {head}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className={cx('flex flex-col px-5 py-5', page && 'mx-auto w-full max-w-170')}>{children}</div>
      </div>
    </section>
  );
}

type SectionProps = { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode };

/** A titled part of a panel or rail. */
export function PanelSection({ title, aside, children }: SectionProps) {
  return (
    <section className="mt-5 flex flex-col gap-1.5">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 className="text-small font-medium text-fg-2">{title}</h3>
        <div className="flex items-center gap-1 text-small text-fg-3 tabular-nums">{aside}</div>
      </div>
      {children}
    </section>
  );
}
