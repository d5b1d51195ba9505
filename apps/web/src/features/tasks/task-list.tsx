import { useNarrow } from '@cw/ui';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TaskRow as Row } from '../../data/api-types.ts';
import { useKeys } from '../../frame/keys.ts';
import { openWindow } from '../../frame/layout.ts';
import { useListKeys } from '../../frame/use-list-keys.ts';
import { GridCell, GridRow } from './grid.tsx';
import { RowMenu, type RowMenuAt } from './row-menu.tsx';
import { type ChangeKind, useChangeKeys } from './task-changes.tsx';
import { TaskGroupHead } from './task-group-head.tsx';
import { type Arrangement, groupTasks, layOut, type TaskItem } from './task-groups.ts';
import { TaskRow } from './task-row.tsx';
import type { Selection } from './use-selection.ts';

const rowHeight = 32;
const tallRowHeight = 44;

type TaskListProps = {
  readonly rows: readonly Row[];
  readonly arrangement: Arrangement;
  /** True while a person looks for something: then no group starts folded. */
  readonly searching: boolean;
  readonly openId: string | undefined;
  readonly selection: Selection;
  readonly onOpen: (id: string) => void;
  /** A change is asked for of these tasks. */
  readonly onAsk: (kind: ChangeKind, rows: readonly Row[]) => void;
};

function toggledIn(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

function useTaskItems({ rows, arrangement, searching }: Pick<TaskListProps, 'rows' | 'arrangement' | 'searching'>) {
  const usual = useState<ReadonlySet<string>>(new Set());
  const found = useState<ReadonlySet<string>>(new Set());
  const [toggled, setToggled] = searching ? found : usual;
  const [showingOver, setShowingOver] = useState<ReadonlySet<string>>(new Set());
  const groups = useMemo(() => groupTasks(rows, arrangement), [rows, arrangement]);
  const items = useMemo(
    () => layOut(groups, arrangement, { toggled, showingOver, searching }),
    [groups, arrangement, toggled, showingOver, searching],
  );
  return {
    items,
    toggle: (key: string) => setToggled((set) => toggledIn(set, key)),
    showOver: (key: string) => setShowingOver((set) => toggledIn(set, key)),
  };
}

/** Selecting by key and by pointer: one line, or all lines from the last one to this. */
function useLines(items: readonly TaskItem[], selection: Selection) {
  const lines = useMemo(
    () => new Map(items.flatMap((item) => (item.kind === 'task' ? [[item.key, item.row]] : []))),
    [items],
  );
  const keys = useMemo(() => [...lines.keys()], [lines]);
  const anchor = useRef<string>(undefined);
  const { toggle, add } = selection;
  const select = useCallback(
    (key: string) => {
      const row = lines.get(key);
      anchor.current = key;
      if (row) toggle(row.id);
    },
    [lines, toggle],
  );
  const selectTo = useCallback(
    (key: string) => {
      const [to, from] = [keys.indexOf(key), keys.indexOf(anchor.current ?? key)];
      const start = from < 0 ? to : Math.min(from, to);
      anchor.current = from < 0 ? key : anchor.current;
      add(keys.slice(start, Math.max(from, to) + 1).flatMap((each) => lines.get(each)?.id ?? []));
      anchor.current ??= key;
    },
    [keys, lines, add],
  );
  return { lines, keys, select, selectTo };
}

/** The list itself: only the rows in sight are drawn. */
export function TaskList({ rows, arrangement, searching, openId, selection, onOpen, onAsk }: TaskListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { items, toggle, showOver } = useTaskItems({ rows, arrangement, searching });
  const { lines, keys, select, selectTo } = useLines(items, selection);
  const tall = useNarrow();
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (tall ? tallRowHeight : rowHeight),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 6,
    // Rows that come into sight are made in a task of their own, not in the one that draws the frame.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of rows is what is measured anew
  useEffect(() => virtualizer.measure(), [tall, virtualizer]);
  const idOf = (key: string) => lines.get(key)?.id;
  const openLine = (key: string) => {
    const id = idOf(key);
    if (id) onOpen(id);
  };
  const [active, setActive] = useListKeys({
    ids: keys,
    onOpen: openLine,
    onMove: (key) => {
      const at = items.findIndex((item) => item.key === key);
      if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
      if (openId) openLine(key);
    },
    onSelect: select,
    onSelectTo: selectTo,
  });
  const activeId = active === undefined ? undefined : idOf(active);
  const ask = (kind: ChangeKind) => {
    const row = active === undefined ? undefined : lines.get(active);
    onAsk(kind, selection.rows.length > 0 ? selection.rows : row ? [row] : []);
  };
  const [menu, setMenu] = useState<RowMenuAt>();
  const openMenu = useCallback(
    (line: string, x: number, y: number) => {
      const row = lines.get(line);
      if (!row) return;
      setActive(line);
      setMenu({ row, x, y });
    },
    [lines, setActive],
  );
  const menuRows = menu && (selection.ids.has(menu.row.id) ? selection.rows : [menu.row]);
  useChangeKeys(ask, activeId !== undefined && !openId && selection.rows.length === 0);
  useChangeKeys(ask, selection.rows.length > 0);
  useKeys([
    {
      keys: 'mod+a',
      label: 'Select all',
      group: 'In a list',
      quiet: true,
      run: () => selection.add(rows.map((row) => row.id)),
    },
  ]);
  useEffect(() => {
    if (openId && openId !== activeId) setActive(keys.find((key) => key.endsWith(openId)));
  }, [openId, activeId, keys, setActive]);
  const openRow = useCallback(
    (key: string, id: string) => {
      setActive(key);
      onOpen(id);
    },
    [setActive, onOpen],
  );
  const draw = (item: TaskItem, index: number) => {
    if (item.kind === 'task') {
      return (
        <TaskRow
          row={item.row}
          line={item.key}
          index={index}
          active={active === item.key}
          open={openId === item.row.id}
          selected={selection.ids.has(item.row.id)}
          onOpen={openRow}
          onSelect={select}
          onSelectTo={selectTo}
          onMenu={openMenu}
        />
      );
    }
    if (item.kind === 'rest') {
      return (
        <GridRow index={index} className="flex h-8 items-center pl-27 max-md:h-11 max-md:pl-4">
          <GridCell>
            <button type="button" className="text-fg-2 hover:text-fg" onClick={() => showOver(item.group.key)}>
              Show {item.count.toLocaleString('en-US')} done
            </button>
          </GridCell>
        </GridRow>
      );
    }
    const { group } = item;
    const projectId = arrangement.grouping === 'project' && group.key !== '' ? group.key : undefined;
    return (
      <TaskGroupHead
        group={group}
        grouping={arrangement.grouping}
        folded={item.folded}
        index={index}
        onToggle={() => toggle(group.key)}
        onAdd={projectId ? () => openWindow.set({ kind: 'new-task', projectId }) : undefined}
      />
    );
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot place its rows one by one */}
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label="Tasks"
        aria-multiselectable="true"
        aria-rowcount={items.length}
        className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]"
      >
        <div role="presentation" className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((virtual) => {
            const item = items[virtual.index];
            return (
              item && (
                <div
                  key={virtual.key}
                  role="presentation"
                  className="absolute inset-x-0 h-8 contain-strict max-md:h-11"
                  style={{ top: virtual.start }}
                >
                  {draw(item, virtual.index)}
                </div>
              )
            );
          })}
        </div>
      </div>
      {menu && menuRows && (
        <RowMenu
          at={menu}
          count={menuRows.length}
          onOpen={onOpen}
          onAsk={(kind) => onAsk(kind, menuRows)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </>
  );
}
