import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { Kbd, stateLooks } from '@cw/ui';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TaskRow, TaskState } from '../../data/api-types.ts';
import { readWords } from '../../data/search-params.ts';
import { readStored, writeStored } from '../../data/stored.ts';
import { passingStates, taskWay } from '../../entities/task/task-state.ts';
import { useKeys } from '../../frame/keys.ts';
import { BoardColumn } from './board-column.tsx';
import { columnsOf, type Direction, neighbour } from './board-columns.ts';
import { carriedBy, drag } from './board-drag.ts';
import { moveTo } from './board-moves.ts';
import { MoveDialog } from './move-dialog.tsx';
import { useBoardMoves } from './use-board-moves.ts';

type TaskBoardProps = {
  readonly rows: readonly TaskRow[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
};

const steps = [
  { keys: 'j', label: 'Next', direction: 'down' },
  { keys: 'k', label: 'Previous', direction: 'up' },
  { keys: 'arrowdown', label: 'Card below', direction: 'down' },
  { keys: 'arrowup', label: 'Card above', direction: 'up' },
  { keys: 'arrowleft', label: 'Column to the left', direction: 'left' },
  { keys: 'arrowright', label: 'Column to the right', direction: 'right' },
] as const;

/** Columns that a person has folded, kept in this browser. */
function useFolds() {
  const [folded, setFolded] = useState<ReadonlySet<TaskState>>(
    () => new Set(readWords(readStored('cw.board.folded') ?? 'needs-plan,cancelled', taskWay)),
  );
  const toggle = useCallback((state: TaskState) => {
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(state)) next.add(state);
      writeStored('cw.board.folded', [...next].join(',') || 'none');
      return next;
    });
  }, []);
  return { folded, toggle };
}

/** What is told to those who do not see the board while a card is moved by keys. */
function sayOver(row: TaskRow, over: TaskState): string {
  if (row.state === over) return `${stateLooks[over].name}: back where it was.`;
  const move = moveTo(row, over);
  return `${stateLooks[over].name}. ${move.kind === 'refused' ? 'Not possible: ' : ''}${move.says}`;
}

function sayDropped(row: TaskRow, over: TaskState): string {
  if (row.state === over) return 'Put back where it was.';
  const move = moveTo(row, over);
  return move.kind === 'refused' ? `Not moved. ${move.says}` : `Dropped on ${stateLooks[over].name}.`;
}

/** The tasks by state, one column each. A card is moved by pointer, by keys or by its menu; each move is a command. */
export function TaskBoard({ rows, openId, onOpen }: TaskBoardProps) {
  const moves = useBoardMoves();
  const { folded, toggle } = useFolds();
  const columns = useMemo(() => columnsOf(rows, moves.placed), [rows, moves.placed]);
  const shown = useMemo(
    () => new Map([...columns].map(([state, list]) => [state, folded.has(state) ? [] : list])),
    [columns, folded],
  );
  const way = useMemo(
    () => taskWay.filter((state) => !passingStates.has(state) || (columns.get(state) ?? []).length > 0),
    [columns],
  );
  const [picked, setActive] = useState<string>();
  const [said, setSaid] = useState('');
  const active = picked ?? openId ?? neighbour(shown, undefined, 'down');
  /** The card that is to have the focus, also where it is drawn anew in another column; until another one has it. */
  const wanted = useRef<string>(undefined);
  const board = useRef<HTMLDivElement>(null);
  const takeFocus = useCallback((id: string) => {
    const at = document.activeElement;
    return wanted.current === id && (at === document.body || board.current?.contains(at) === true);
  }, []);
  const reach = useCallback((id: string) => {
    if (wanted.current !== id) wanted.current = undefined;
    setActive(id);
  }, []);
  const latest = useRef({ rows, drop: moves.drop });
  useEffect(() => {
    latest.current = { rows, drop: moves.drop };
  });
  const drop = useCallback((row: TaskRow, column: TaskState) => {
    setActive(row.id);
    latest.current.drop(row, column);
  }, []);
  useEffect(() => {
    const stops = [
      monitorForElements({
        canMonitor: ({ source }) => carriedBy(source.data) !== undefined,
        onDrop: ({ source, location }) => {
          const row = latest.current.rows.find(({ id }) => id === carriedBy(source.data));
          const column = taskWay.find((state) => state === location.current.dropTargets[0]?.data.boardColumn);
          if (row && column) drop(row, column);
        },
      }),
      ...(board.current ? [autoScrollForElements({ element: board.current })] : []),
    ];
    return () => {
      for (const stop of stops) stop();
      drag.set(undefined);
    };
  }, [drop]);

  const carry = (event: KeyboardEvent, row: TaskRow, over: TaskState) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const next = way[way.indexOf(over) + step];
    event.preventDefault();
    event.stopPropagation();
    if (step !== 0 && next) {
      drag.set({ row, by: 'keys', over: next });
      setSaid(sayOver(row, next));
    } else if (event.key === ' ' || event.key === 'Enter') {
      drag.set(undefined);
      setSaid(sayDropped(row, over));
      wanted.current = row.id;
      drop(row, over);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      drag.set(undefined);
      setSaid('Put back where it was.');
    }
  };
  const go = (direction: Direction) => {
    const inside = board.current?.contains(document.activeElement);
    const next = inside ? neighbour(shown, active, direction) : active;
    if (next === undefined) return;
    setActive(next);
    const drawn = board.current?.querySelector<HTMLElement>(`[data-task="${next}"] button[aria-keyshortcuts]`);
    if (drawn) drawn.focus();
    else wanted.current = next;
    if (openId) onOpen(next);
  };
  useKeys(
    steps.map(({ keys, label, direction }) => ({
      keys,
      label,
      group: 'In a list',
      quiet: true,
      run: () => go(direction),
    })),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const held = drag.get();
    if (held?.by === 'keys') return carry(event, held.row, held.over ?? held.row.state);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const card = event.target instanceof Element ? event.target.closest('[data-task]') : null;
    const row = card && rows.find(({ id }) => id === card.getAttribute('data-task'));
    if (!row || event.target !== card.querySelector('button[aria-keyshortcuts]')) return;
    if (event.key !== ' ') return;
    event.preventDefault();
    drag.set({ row, by: 'keys', over: row.state });
    setSaid(`Picked up: ${row.title}. Arrow keys choose a column, Space drops it, Escape cancels.`);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the cards inside */}
      <div
        ref={board}
        onKeyDown={onKeyDown}
        onBlur={() => drag.get()?.by === 'keys' && drag.set(undefined)}
        className="flex min-h-0 flex-1 snap-x snap-proximity overflow-x-auto overflow-y-hidden"
      >
        {way.map((state) => (
          <BoardColumn
            key={state}
            state={state}
            rows={columns.get(state) ?? []}
            folded={folded.has(state)}
            active={active}
            openId={openId}
            moves={moves}
            takeFocus={takeFocus}
            onFold={toggle}
            onOpen={onOpen}
            onActive={reach}
            onDrop={drop}
          />
        ))}
      </div>
      <footer className="hidden h-8 shrink-0 items-center gap-3 border-t border-line px-4 text-small text-fg-2 md:flex">
        <Kbd>← ↑ ↓ →</Kbd> go about <Kbd>Space</Kbd> pick up and drop <Kbd>↵</Kbd> open
      </footer>
      <span className="sr-only" role="status" aria-label="The card you are holding">
        {said}
      </span>
      {moves.asked && <MoveDialog asked={moves.asked} onAnswer={moves.answer} onClose={moves.dismiss} />}
    </>
  );
}
