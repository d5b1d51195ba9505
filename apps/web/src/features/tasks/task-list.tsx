import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TaskRow as Row } from '../../shared/api-types.ts';
import { GridCell, GridRow } from '../../shared/grid.tsx';
import { openWindow } from '../../shared/layout.ts';
import { useProjectNames } from '../../shared/projects.ts';
import { useListKeys } from '../../shared/use-list-keys.ts';
import { TaskGroupHead } from './task-group-head.tsx';
import { groupTasks, layOut, type TaskItem } from './task-groups.ts';
import { TaskRow } from './task-row.tsx';
import type { TaskGrouping } from './task-search.ts';

const rowHeight = 32;

type TaskListProps = {
  readonly rows: readonly Row[];
  readonly grouping: TaskGrouping;
  /** True while a person looks for something: then no group starts folded. */
  readonly searching: boolean;
  readonly openId: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onOpen: (id: string) => void;
  readonly onSelect: (id: string) => void;
};

function toggledIn(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

function useTaskItems({ rows, grouping, searching }: Pick<TaskListProps, 'rows' | 'grouping' | 'searching'>) {
  const projectNames = useProjectNames();
  const usual = useState<ReadonlySet<string>>(new Set());
  const found = useState<ReadonlySet<string>>(new Set());
  const [toggled, setToggled] = searching ? found : usual;
  const [showingOver, setShowingOver] = useState<ReadonlySet<string>>(new Set());
  const groups = useMemo(() => groupTasks(rows, grouping, projectNames), [rows, grouping, projectNames]);
  const items = useMemo(
    () => layOut(groups, grouping, { toggled, showingOver, searching }),
    [groups, grouping, toggled, showingOver, searching],
  );
  return {
    items,
    toggle: (key: string) => setToggled((set) => toggledIn(set, key)),
    showOver: (key: string) => setShowingOver((set) => toggledIn(set, key)),
  };
}

/** The list itself: only the rows in sight are drawn. */
export function TaskList({ rows, grouping, searching, openId, selected, onOpen, onSelect }: TaskListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { items, toggle, showOver } = useTaskItems({ rows, grouping, searching });
  const ids = useMemo(() => items.flatMap((item) => (item.kind === 'task' ? [item.row.id] : [])), [items]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 12,
  });
  const reveal = useCallback(
    (id: string) => {
      const at = items.findIndex((item) => item.kind === 'task' && item.row.id === id);
      if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
    },
    [items, virtualizer],
  );
  const [active, setActive] = useListKeys({
    ids,
    onOpen,
    onMove: (id) => {
      reveal(id);
      if (openId) onOpen(id);
    },
    onSelect,
  });
  useEffect(() => {
    if (openId) setActive(openId);
  }, [openId, setActive]);
  const openRow = useCallback(
    (id: string) => {
      setActive(id);
      onOpen(id);
    },
    [setActive, onOpen],
  );
  const draw = (item: TaskItem, index: number) => {
    if (item.kind === 'task') {
      const id = item.row.id;
      return (
        <TaskRow
          row={item.row}
          index={index}
          active={active === id}
          open={openId === id}
          selected={selected.has(id)}
          onOpen={openRow}
          onSelect={onSelect}
        />
      );
    }
    if (item.kind === 'rest') {
      return (
        <GridRow index={index} className="flex h-8 items-center pl-27">
          <GridCell>
            <button type="button" className="text-fg-2 hover:text-fg" onClick={() => showOver(item.group.key)}>
              Show {item.count} done
            </button>
          </GridCell>
        </GridRow>
      );
    }
    const { group } = item;
    const projectId = grouping === 'project' && group.key.startsWith('pr_') ? group.key : undefined;
    return (
      <TaskGroupHead
        group={group}
        grouping={grouping}
        folded={item.folded}
        index={index}
        onToggle={() => toggle(group.key)}
        onAdd={projectId ? () => openWindow.set({ kind: 'new-task', projectId }) : undefined}
      />
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot place its rows one by one
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
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${virtual.start}px)` }}
              >
                {draw(item, virtual.index)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
