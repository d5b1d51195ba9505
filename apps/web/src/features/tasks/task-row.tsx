import { cx, IdText, LabelTag, PriorityIcon, RelativeTime, StateIcon } from '@cw/ui';
import { ArrowLeftToLine, ArrowRightFromLine, Check } from '@cw/ui/icons';
import { memo } from 'react';
import type { TaskRow as Row } from '../../data/api-types.ts';
import { pendingText } from '../../entities/task/task-state.ts';
import { CodeInText } from '../../entities/text/code-in-text.tsx';
import { withLocalTimes } from '../../entities/text/local-times.ts';
import { GridCell, GridRow } from './grid.tsx';
import { TaskHolder } from './task-holder.tsx';

type TaskRowProps = {
  readonly row: Row;
  /** Names this line: a task may have several. */
  readonly line: string;
  readonly index: number;
  readonly active: boolean;
  readonly open: boolean;
  readonly selected: boolean;
  readonly onOpen: (line: string, id: string) => void;
  readonly onSelect: (line: string) => void;
  readonly onSelectTo: (line: string) => void;
  /** The other button was pressed on it, at this point of the window. */
  readonly onMenu: (line: string, x: number, y: number) => void;
};

const shownLabels = 2;
const link = 'inline-flex items-center gap-1';

/** That it goes on by itself, where its state does not say so. */
function Beside({ row }: { readonly row: Row }) {
  const text = pendingText(row);
  if (text === undefined) return null;
  return (
    <span className="max-w-80 truncate text-small text-fg-3" title={row.pending?.reason}>
      {text}
    </span>
  );
}

function Links({ row }: { readonly row: Row }) {
  return (
    <span className="hidden w-16 shrink-0 items-center justify-end gap-2 text-meta text-fg-3 tabular-nums sm:flex">
      {row.blockedByCount > 0 && (
        <span title={`Waits for ${row.blockedByCount}`} className={link}>
          <ArrowLeftToLine aria-hidden="true" size={11} />
          <span className="sr-only">waits for </span>
          {row.blockedByCount}
        </span>
      )}
      {row.dependentCount > 0 && (
        <span title={`${row.dependentCount} need this`} className={link}>
          <ArrowRightFromLine aria-hidden="true" size={11} />
          <span className="sr-only">needed by </span>
          {row.dependentCount}
        </span>
      )}
    </span>
  );
}

/** The priority; under the pointer, and once it is selected, a box to select the task by. */
function SelectBox({ row, selected, onSelect }: { row: Row; selected: boolean; onSelect: (upTo: boolean) => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${selected ? 'Unselect' : 'Select'} ${row.title}`}
      onMouseDown={(event) => event.preventDefault()}
      className={cx('-m-2.5 inline-flex p-2.5 max-md:-m-3.5 max-md:p-3.5', !selected && 'box-on-hover')}
      onClick={(event) => {
        event.stopPropagation();
        onSelect(event.shiftKey);
      }}
    >
      {selected ? (
        <span className="inline-flex size-3.5 items-center justify-center rounded-key bg-accent text-on-accent">
          <Check aria-hidden="true" size={11} strokeWidth={3} />
        </span>
      ) : (
        <PriorityIcon priority={row.priority} />
      )}
    </button>
  );
}

/** One task, 32 px. A click opens it; Ctrl or ⌘ and a click selects it, Shift and a click all up to it. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { row, line, index, active, open, selected, onOpen, onSelect, onSelectTo, onMenu } = props;
  const over = row.state === 'done' || row.state === 'cancelled';
  return (
    <GridRow
      index={index}
      label={row.title}
      selected={selected}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(line, event.clientX, event.clientY);
      }}
      onClick={(event) => {
        if (event.shiftKey) onSelectTo(line);
        else if (event.metaKey || event.ctrlKey) onSelect(line);
        else onOpen(line, row.id);
      }}
      className={cx(
        'flex h-8 cursor-default select-none items-center gap-2.5 border-l-2 pr-4 pl-3.5 outline-none max-md:h-11',
        active || open || selected ? 'border-accent bg-selected' : 'border-transparent hover:bg-hover',
      )}
    >
      <GridCell className="relative inline-flex w-3.5 shrink-0">
        <SelectBox row={row} selected={selected} onSelect={(upTo) => (upTo ? onSelectTo(line) : onSelect(line))} />
      </GridCell>
      <GridCell className="hidden w-14 shrink-0 sm:inline-flex">
        <IdText id={row.id} />
      </GridCell>
      <GridCell className="inline-flex shrink-0">
        <StateIcon state={row.state} />
      </GridCell>
      <GridCell
        title={row.pending?.reason ?? row.statusReason ?? undefined}
        className={cx(
          'min-w-0 flex-1 max-md:flex max-md:flex-col md:truncate',
          over && 'text-fg-3',
          row.state === 'cancelled' && 'line-through',
        )}
      >
        <span className="max-md:truncate">{row.title}</span>
        {row.state === 'needs-you' && row.statusReason && (
          <span className="text-small text-fg-3 max-md:truncate md:ml-2">
            <CodeInText text={withLocalTimes(row.statusReason)} />
          </span>
        )}
        {/* On a wider screen it has a cell of its own. */}
        <span className="truncate md:hidden">
          <Beside row={row} />
        </span>
      </GridCell>
      <GridCell className="hidden shrink-0 items-center gap-1.5 md:flex">
        <Beside row={row} />
        {row.labels.slice(0, shownLabels).map((label) => (
          <LabelTag key={label} name={label} />
        ))}
        {row.labels.length > shownLabels && (
          <span className="text-meta text-fg-3" title={row.labels.slice(shownLabels).join(', ')}>
            +{row.labels.length - shownLabels}
          </span>
        )}
      </GridCell>
      <GridCell className="flex shrink-0 items-center gap-2.5">
        <Links row={row} />
        <span className="hidden w-26 shrink-0 items-center gap-1.5 text-small text-fg-2 lg:flex">
          <TaskHolder task={row} />
        </span>
        <RelativeTime at={row.updatedAt} className="w-8 shrink-0 text-right text-small text-fg-3" />
      </GridCell>
    </GridRow>
  );
});
