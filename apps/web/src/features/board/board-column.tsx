import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { cx, IconButton, StateIcon, stateLooks } from '@cw/ui';
import { ChevronLeft, CircleAlert, X } from '@cw/ui/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef } from 'react';
import type { TaskRow, TaskState } from '../../shared/api-types.ts';
import { useCell } from '../../shared/cell.ts';
import { BoardCard, cardHeight } from './board-card.tsx';
import { carriedBy, drag } from './board-drag.ts';
import { moveTo } from './board-moves.ts';
import type { BoardMoves } from './use-board-moves.ts';

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

/** While a card is in hand: whether it may go here, and if not why. */
function useVerdict(state: TaskState) {
  const held = useCell(drag);
  if (!held || held.row.state === state) return undefined;
  const move = moveTo(held.row, state);
  return { allowed: move.kind !== 'refused', says: move.says, over: held.over === state };
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
  const { state, rows, folded, active, openId, moves, takeFocus, onFold, onOpen, onActive, onDrop } = props;
  const title = useId();
  const { column, list } = useDropTarget(state);
  const verdict = useVerdict(state);
  const refused = moves.refused?.column === state ? moves.refused : undefined;
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
        verdict?.over && (verdict.allowed ? 'bg-selected' : 'bg-sunken'),
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
        {!folded && <FoldButton state={state} folded={false} onFold={onFold} />}
      </div>
      {refused && (
        <p
          role="alert"
          className="flex items-start gap-2 border-b border-line bg-failed-bg px-3 py-2 text-small text-fg"
        >
          <CircleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0 text-danger-fg" />
          <span className="min-w-0 flex-1 wrap-anywhere">
            “{refused.title}” was not moved. {refused.says}
          </span>
          <IconButton label="Dismiss" size="small" onClick={moves.dismiss}>
            <X />
          </IconButton>
        </p>
      )}
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
      {verdict && !folded && (
        <p
          className={cx(
            'pointer-events-none absolute inset-x-0 top-8 border-b bg-raised px-3 py-1.5 text-small',
            verdict.allowed ? 'border-accent text-fg' : 'border-line text-fg-2',
            verdict.over && 'font-medium',
          )}
        >
          {verdict.says}
        </p>
      )}
    </section>
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
      aria-expanded={!folded}
      onClick={() => onFold(state)}
    >
      <ChevronLeft className={folded ? 'rotate-180' : undefined} />
    </IconButton>
  );
}
