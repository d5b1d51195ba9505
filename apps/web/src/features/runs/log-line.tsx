import { Button, cx } from '@cw/ui';
import { Braces, ChevronDown, ChevronRight } from '@cw/ui/icons';
import { createContext, type ReactNode, useContext } from 'react';
import { formatClock } from '../../entities/text/format.ts';

/** Shows the lines that entries came from, by their keys. */
export const ShowRaw = createContext<(keys: readonly string[]) => void>(() => undefined);

type LogLineProps = {
  /** Keys of the entries it is made of. */
  readonly keys: readonly string[];
  /** Something that a sub-agent did. */
  readonly nested?: boolean | undefined;
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
export function LogLine({ keys, nested, at, icon, children, note, detail, open, onToggle }: LogLineProps) {
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
  const row = cx('flex min-w-0 flex-1 items-start gap-2.5', nested && 'ml-1.5 border-l-2 border-line-2 pl-3');
  const showRaw = useContext(ShowRaw);
  const hasRaw = keys.some((key) => key !== 'stderr');
  return (
    <div className="group relative px-4 py-1 md:px-5">
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
      {hasRaw && (
        <button
          type="button"
          title="Raw line"
          aria-label="Raw line"
          className="absolute top-1 right-0 hidden size-5 items-center justify-center rounded-key text-fg-3 opacity-0 group-hover:opacity-100 hover:text-fg focus-visible:opacity-100 md:flex"
          onClick={() => showRaw(keys)}
        >
          <Braces aria-hidden="true" size={12} />
        </button>
      )}
      {open && detail && (
        <div className={cx('mt-1.5 mb-1 flow-root md:ml-24', nested && 'max-md:ml-1.5 md:ml-29')}>
          {detail()}
          {hasRaw && (
            <Button
              size="small"
              variant="quiet"
              className="float-right min-h-8 md:hidden"
              onClick={() => showRaw(keys)}
            >
              Raw line
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
