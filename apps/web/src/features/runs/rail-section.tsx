import type { ReactNode } from 'react';

type RailSectionProps = { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode };

/** A part of the rail beside a run's log. */
export function RailSection({ title, aside, children }: RailSectionProps) {
  return (
    <section className="flex flex-col gap-2 border-b border-line px-4 py-3.5 last:border-b-0">
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="text-small font-medium text-fg-2">{title}</h3>
        <span className="text-small text-fg-3 tabular-nums">{aside}</span>
      </div>
      {children}
    </section>
  );
}
