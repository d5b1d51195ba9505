import { cx } from '@cw/ui';
import { ChevronDown, ChevronRight } from '@cw/ui/icons';
import type { ReactNode } from 'react';
import { formatClock } from '../../shared/format.ts';

type LogLineProps = {
  readonly at: string | null;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly note?: ReactNode;
  /** What unfolds below; without it the line does not unfold. */
  readonly detail?: (() => ReactNode) | undefined;
  readonly open: boolean;
  readonly onToggle: () => void;
};

/** A line of the log: time, icon, what it is, result and chevron at the right. */
export function LogLine({ at, icon, children, note, detail, open, onToggle }: LogLineProps) {
  const Chevron = open ? ChevronDown : ChevronRight;
  const head = (
    <>
      {icon && (
        <span
          aria-hidden="true"
          className="mt-0.5 flex size-4 shrink-0 items-center justify-center text-fg-mute [&_svg]:size-3.5"
        >
          {icon}
        </span>
      )}
      <span className="flex min-w-0 flex-1 gap-2 text-left">{children}</span>
      {note && <span className="shrink-0 text-small text-fg-3 tabular-nums">{note}</span>}
      {detail && <Chevron aria-hidden="true" size={14} className="mt-0.5 shrink-0 text-fg-mute" />}
    </>
  );
  const row = 'flex min-w-0 flex-1 items-start gap-2.5';
  return (
    <div className="px-4 py-1 md:px-5">
      <div className="flex items-start gap-2.5">
        {(at || icon) && (
          <time
            className="hidden w-15 shrink-0 text-small leading-5 text-fg-3 tabular-nums md:block"
            dateTime={at ?? undefined}
          >
            {at && formatClock(Date.parse(at))}
          </time>
        )}
        {detail ? (
          <button
            type="button"
            aria-expanded={open}
            className={cx(row, 'rounded-key hover:bg-hover')}
            onClick={onToggle}
          >
            {head}
          </button>
        ) : (
          <div className={row}>{head}</div>
        )}
      </div>
      {open && detail && <div className="mt-1.5 mb-1 md:ml-24">{detail()}</div>}
    </div>
  );
}
