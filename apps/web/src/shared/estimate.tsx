import type { ReactNode } from 'react';

/** A figure, marked where it is counted from an agent's output and not yet told by its program. */
export function Estimate({ estimated, children }: { readonly estimated: boolean; readonly children: ReactNode }) {
  if (!estimated) return <span>{children}</span>;
  return (
    <span title="Counted from its output, cost by list prices; settled when the program ends.">
      <span aria-hidden="true" className="text-fg-3">
        ~
      </span>
      <span className="sr-only">about </span>
      {children}
    </span>
  );
}
