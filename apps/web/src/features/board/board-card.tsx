import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  cx,
  IconButton,
  LabelTag,
  Menu,
  MenuItem,
  MenuLabel,
  PriorityIcon,
  RelativeTime,
  RoleBadge,
  StateIcon,
  shortId,
  stateLooks,
} from '@cw/ui';
import { ArrowLeftToLine, ArrowRightFromLine, Ellipsis } from '@cw/ui/icons';
import { memo, useEffect, useRef } from 'react';
import type { TaskRow, TaskState } from '../../data/api-types.ts';
import { isRun, useAgentName } from '../../entities/agent/agent-name.ts';
import { pendingText, taskWay } from '../../entities/task/task-state.ts';
import { CodeInText } from '../../entities/text/code-in-text.tsx';
import { drag } from './board-drag.ts';
import { moveTo } from './board-moves.ts';

export const cardHeight = 96;

type BoardCardProps = {
  readonly row: TaskRow;
  readonly index: number;
  readonly count: number;
  /** Where it is in its column, in pixels from the top. */
  readonly top: number;
  /** The one card of the board that Tab reaches. */
  readonly active: boolean;
  readonly open: boolean;
  /** Shown here before the server has said so. */
  readonly pending: boolean;
  /** Taken up, by the pointer or by keys. */
  readonly inHand: boolean;
  /** Whether the card is to take the focus when it is drawn or becomes the active one. */
  readonly takeFocus: (id: string) => boolean;
  readonly onOpen: (id: string) => void;
  readonly onActive: (id: string) => void;
  readonly onDrop: (row: TaskRow, column: TaskState) => void;
};

const link = 'inline-flex items-center gap-1';

/** Every column with what it would do; those that refuse say why. */
function MoveMenu({ row, onDrop }: Pick<BoardCardProps, 'row' | 'onDrop'>) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={`Move ${row.title}`} size="small" tabIndex={-1} className="pointer-coarse:size-11">
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuLabel>Move to</MenuLabel>
      {taskWay.map((state) => {
        const move = moveTo(row, state);
        return (
          <MenuItem
            key={state}
            icon={<StateIcon state={state} bare />}
            disabled={move.kind === 'refused'}
            onSelect={() => onDrop(row, state)}
          >
            <span title={move.says}>
              {stateLooks[state].name} <span className="text-small text-fg-3">{move.says}</span>
            </span>
          </MenuItem>
        );
      })}
    </Menu>
  );
}

/** One task on the board. It is dragged by the pointer, or taken up with Space and moved with the arrow keys. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { row, index, count, top, active, open, pending, inHand, takeFocus, onOpen, onActive, onDrop } = props;
  const card = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    return draggable({
      element,
      getInitialData: () => ({ boardTask: row.id }),
      onDragStart: () => drag.set({ row, by: 'pointer', over: undefined }),
      onDrop: () => drag.set(undefined),
    });
  }, [row]);
  useEffect(() => {
    if (active && takeFocus(row.id)) button.current?.focus({ preventScroll: true });
  }, [active, takeFocus, row.id]);
  const over = row.state === 'done' || row.state === 'cancelled';
  return (
    <li
      ref={card}
      aria-posinset={index + 1}
      aria-setsize={count}
      data-task={row.id}
      style={{ transform: `translateY(${top}px)` }}
      className={cx(
        'group/card absolute inset-x-0 top-0 flex h-24 cursor-default flex-col gap-1 rounded-card border bg-raised px-2.5 py-2 has-[button:focus-visible]:outline-2 has-[button:focus-visible]:outline-offset-1 has-[button:focus-visible]:outline-(--focus)',
        open ? 'border-accent bg-selected' : 'border-line-2 hover:bg-hover',
        (pending || inHand) && 'opacity-60',
        inHand && 'border-dashed border-accent',
      )}
    >
      <span className="flex h-4 items-center gap-2 text-meta text-fg-3 pointer-coarse:pr-10">
        <PriorityIcon priority={row.priority} />
        <span className="font-mono text-[11.5px]">{shortId(row.id)}</span>
        <span className="flex-1" />
        {row.blockedByCount > 0 && (
          <span className={link} title={`Waits for ${row.blockedByCount}`}>
            <ArrowLeftToLine aria-hidden="true" size={11} />
            <span className="sr-only">waits for </span>
            {row.blockedByCount}
          </span>
        )}
        {row.dependentCount > 0 && (
          <span className={link} title={`${row.dependentCount} need this`}>
            <ArrowRightFromLine aria-hidden="true" size={11} />
            <span className="sr-only">needed by </span>
            {row.dependentCount}
          </span>
        )}
      </span>
      <span className="absolute top-1 right-1 z-1 inline-flex rounded-control bg-raised pointer-fine:opacity-0 group-hover/card:opacity-100 group-focus-within/card:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:top-0 pointer-coarse:right-0">
        <MoveMenu row={row} onDrop={onDrop} />
      </span>
      <button
        ref={button}
        type="button"
        tabIndex={active ? 0 : -1}
        title={row.title}
        aria-keyshortcuts="Space"
        onFocus={() => onActive(row.id)}
        onClick={() => onOpen(row.id)}
        className={cx(
          'flex h-9 cursor-default text-left text-small leading-4.5 font-medium outline-none after:absolute after:inset-0',
          over && 'text-fg-3',
          row.state === 'cancelled' && 'line-through',
        )}
      >
        <span className="line-clamp-2 wrap-anywhere">{row.title}</span>
      </button>
      <span className="mt-0.5 flex h-4 min-w-0 items-center gap-1.5 text-meta text-fg-3">
        <Foot row={row} />
        <RelativeTime at={row.updatedAt} className="ml-auto shrink-0" />
      </span>
    </li>
  );
});

function Foot({ row }: { readonly row: TaskRow }) {
  const holder = row.lease?.holder ?? row.assignee;
  const agent = useAgentName(holder);
  if (row.state === 'needs-you' && row.statusReason)
    return (
      <span className="truncate">
        <CodeInText text={row.statusReason} />
      </span>
    );
  const pending = pendingText(row);
  if (pending !== undefined)
    return (
      <span className="truncate" title={row.pending?.reason}>
        {pending}
      </span>
    );
  if (agent)
    return (
      <>
        <RoleBadge of={agent.role} />
        <span className="truncate">{agent.name}</span>
      </>
    );
  if (holder) return <span className="truncate">{isRun(holder) ? 'worker' : holder}</span>;
  const [label] = row.labels;
  return label ? (
    <span className="-my-0.5 min-w-0">
      <LabelTag name={label} />
    </span>
  ) : null;
}
