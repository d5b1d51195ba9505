import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { cx, IconButton, StateIcon, stateLooks } from '@cw/ui';
import { ChevronLeft, CircleAlert, X } from '@cw/ui/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef } from 'react';
import type { TaskRow, TaskState } from '../../data/api-types.ts';
import { useCell } from '../../data/cell.ts';
import { BoardCard, cardHeight } from './board-card.tsx';
import { carriedBy, drag } from './board-drag.ts';
import { moveTo } from './board-moves.ts';
import type { BoardMoves, RefusedMove } from './use-board-moves.ts';

const gap = 6;

type BoardColumnProps = {
  readonly state: TaskState;
  readonly rows: readonly TaskRow[];
  readonly folded: boolean;
  readonly active: string | undefined;
  readonly openId: string | undefined;
  readonly moves: BoardMoves;
  readonly takeFocus: (id: string) => boolean;
  readonly onFold: (state: TaskState) => void;
  readonly onOpen: (id: string) => void;
  readonly onActive: (id: string) => void;
  readonly onDrop: (row: TaskRow, column: TaskState) => void;
};

type Verdict = {
  readonly allowed: boolean;
  readonly says: string;
  readonly over: boolean;
  /** Whether keys have brought the card here. */
  readonly reached: boolean;
};

/** While a card is in hand: whether it may go here, and if not why. */
function useVerdict(state: TaskState): Verdict | undefined {
  const held = useCell(drag);
  if (!held || held.row.state === state) return undefined;
  const move = moveTo(held.row, state);
  const over = held.over === state;
  return { allowed: move.kind !== 'refused', says: move.says, over, reached: over && held.by === 'keys' };
}

function useDropTarget(state: TaskState) {
  const column = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = column.current;
    if (!element) return;
    const over = (next: TaskState | undefined) => {
      const held = drag.get();
      if (held) drag.set({ ...held, over: next });
    };
    const stops = [
      dropTargetForElements({
        element,
        getData: () => ({ boardColumn: state }),
        canDrop: ({ source }) => carriedBy(source.data) !== undefined,
        onDragEnter: () => over(state),
        onDragLeave: () => drag.get()?.over === state && over(undefined),
      }),
      ...(list.current ? [autoScrollForElements({ element: list.current })] : []),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [state]);
  return { column, list };
}

/** A state of tasks, with its cards: only those in sight are drawn. */
export function BoardColumn(props: BoardColumnProps) {
  const { state, rows, active, openId, moves, takeFocus, onFold, onOpen, onActive, onDrop } = props;
  const title = useId();
  const { column, list } = useDropTarget(state);
  const verdict = useVerdict(state);
  const refused = moves.refused?.column === state ? moves.refused : undefined;
  const opened = props.folded && (verdict?.reached === true || refused !== undefined);
  const folded = props.folded && !opened;
  const inHand = useCell(drag)?.row.id;
  const virtualizer = useVirtualizer({
    count: folded ? 0 : rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => cardHeight + gap,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 4,
  });
  const activeIndex = active === undefined ? -1 : rows.findIndex((row) => row.id === active);
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
  }, [activeIndex, virtualizer]);
  useEffect(() => {
    if (activeIndex >= 0) column.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [activeIndex, column]);
  useEffect(() => {
    if (verdict?.over && drag.get()?.by === 'keys') column.current?.scrollIntoView({ inline: 'nearest' });
  }, [verdict?.over, column]);
  return (
    <section
      ref={column}
      aria-labelledby={title}
      data-column={state}
      className={cx(
        'relative flex h-full shrink-0 snap-center flex-col border-r border-line',
        folded ? 'w-10' : 'w-[84vw] sm:w-60',
        markOf(verdict),
      )}
    >
      <div
        className={cx(
          'flex shrink-0 items-center gap-2 bg-sunken',
          folded ? 'h-full flex-col py-2' : 'h-8 border-b border-line pr-1.5 pl-3',
        )}
      >
        {folded && <FoldButton state={state} folded onFold={onFold} />}
        <StateIcon state={state} bare />
        <h2 id={title} className={cx('font-medium', folded && 'mt-1 [writing-mode:vertical-rl]')}>
          {stateLooks[state].name} <span className="font-normal text-fg-3 tabular-nums">{rows.length}</span>
        </h2>
        {!folded && <span className="flex-1" />}
        {!props.folded && <FoldButton state={state} folded={false} onFold={onFold} />}
      </div>
      {refused && <Refusal refused={refused} onDismiss={moves.dismiss} />}
      <div ref={list} className={cx('min-h-0 flex-1 overflow-y-auto p-2', folded && 'hidden')}>
        <ul
          aria-labelledby={title}
          className={cx('relative', verdict && !verdict.allowed && 'opacity-45')}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              row && (
                <BoardCard
                  key={item.key}
                  row={row}
                  index={item.index}
                  count={rows.length}
                  top={item.start}
                  active={active === row.id}
                  open={openId === row.id}
                  pending={moves.placed.has(row.id)}
                  inHand={inHand === row.id}
                  takeFocus={takeFocus}
                  onOpen={onOpen}
                  onActive={onActive}
                  onDrop={onDrop}
                />
              )
            );
          })}
        </ul>
      </div>
      {verdict && !folded && <VerdictLine {...verdict} />}
    </section>
  );
}

/** Marks the column that the card in hand is over. */
function markOf(verdict: Verdict | undefined): string | undefined {
  if (!verdict?.over) return undefined;
  const mark = verdict.allowed ? 'bg-selected outline-accent' : 'bg-sunken outline-fg-mute';
  return `outline-2 -outline-offset-2 ${mark}`;
}

function VerdictLine({ allowed, says, over }: Verdict) {
  return (
    <p
      className={cx(
        'pointer-events-none absolute inset-x-0.5 top-8 border-b bg-raised px-3 py-1.5 text-small',
        allowed ? 'border-accent text-fg' : 'border-line text-fg-2',
        over && 'font-medium',
      )}
    >
      {says}
    </p>
  );
}

type RefusalProps = { readonly refused: RefusedMove; readonly onDismiss: () => void };

function Refusal({ refused: { title, says }, onDismiss }: RefusalProps) {
  return (
    <p role="alert" className="flex items-start gap-2 border-b border-line bg-failed-bg px-3 py-2 text-small text-fg">
      <CircleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0 text-danger-fg" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        “{title}” was not moved. {says}
      </span>
      <IconButton label="Dismiss" size="small" onClick={onDismiss}>
        <X />
      </IconButton>
    </p>
  );
}

type FoldButtonProps = {
  readonly state: TaskState;
  readonly folded: boolean;
  readonly onFold: (state: TaskState) => void;
};

function FoldButton({ state, folded, onFold }: FoldButtonProps) {
  return (
    <IconButton
      label={`${folded ? 'Unfold' : 'Fold'} ${stateLooks[state].name}`}
      size="small"
      className="touch-area"
      aria-expanded={!folded}
      onClick={() => onFold(state)}
    >
      <ChevronLeft className={folded ? 'rotate-180' : undefined} />
    </IconButton>
  );
}
