import type { ReactNode } from 'react';

type EmptyStateProps = {
  readonly icon: ReactNode;
  readonly title: string;
  /** What this place is for, in one sentence. */
  readonly children: ReactNode;
  /** The one next step. */
  readonly action?: ReactNode;
};

/** Nothing here, and that is no fault. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 px-6 py-12 text-center">
      <span aria-hidden="true" className="mb-2 text-fg-mute [&_svg]:size-5">
        {icon}
      </span>
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="max-w-100 text-fg-2">{children}</p>
      {action && <div className="mt-3 max-md:[&_button]:h-11">{action}</div>}
    </div>
  );
}
