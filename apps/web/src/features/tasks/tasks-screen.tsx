import { Button, cx, EmptyState, Kbd, SkeletonRows } from '@cw/ui';
import { ListTodo, Plus } from '@cw/ui/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useMemo } from 'react';
import type { TaskRow } from '../../data/api-types.ts';
import { detailsOf } from '../../data/details.ts';
import { QueryView } from '../../data/query-view.tsx';
import { rowOf } from '../../data/row-patch.ts';
import { useProjectNames } from '../../entities/project/projects.ts';
import { plural } from '../../entities/text/format.ts';
import { useKeys } from '../../frame/keys.ts';
import { openWindow } from '../../frame/layout.ts';
import { TopBar } from '../../frame/top-bar.tsx';
import { useAllTasks } from './all-tasks.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useChangeKeys, useTaskChanges } from './task-changes.tsx';
import { TaskFilterBar } from './task-filter-bar.tsx';
import type { Arrangement } from './task-groups.ts';
import { TaskList } from './task-list.tsx';
import { isFiltered, noFilter, type TaskSearch, type TaskView } from './task-search.ts';
import { useSelection } from './use-selection.ts';
import { useTaskFilter } from './use-task-filter.ts';
import { ViewSwitch } from './view-switch.tsx';

/** What the board and the graph are given of the tasks. */
type ShownTasks = {
  readonly rows: readonly TaskRow[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  /** False while further tasks are on their way. */
  readonly complete: boolean;
};

type TasksScreenProps = {
  readonly panel: ReactNode;
  readonly views: Readonly<Record<TaskView, (shown: ShownTasks) => ReactNode>>;
};

const noRows: readonly TaskRow[] = [];

/** The panel has a button of its own for that, with the same key. */
const keptInPanel = ['assign'] as const;
/** In the graph that key leaves only what is related to a task. */
const keptInGraph = [...keptInPanel, 'assignee'] as const;

function newTask(): void {
  openWindow.set({ kind: 'new-task' });
}

function NoTasks({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  if (filtered) {
    return (
      <EmptyState
        icon={<ListTodo />}
        title="No matching tasks"
        action={<Button onClick={onClear}>Show all tasks</Button>}
      >
        The filters above match nothing.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<ListTodo />}
      title="No tasks yet"
      action={
        <Button variant="primary" shortcut="C" onClick={newTask}>
          New task
        </Button>
      }
    >
      Write down what is to be done; an agent works on it once you assign it.
    </EmptyState>
  );
}

type KeyHintsProps = { readonly rows: readonly TaskRow[] | undefined; readonly complete: boolean };

function KeyHints({ rows, complete }: KeyHintsProps) {
  const needsYou = rows?.filter(({ state }) => state === 'needs-you').length ?? 0;
  return (
    <footer className="mt-auto hidden h-8 shrink-0 items-center gap-3 border-t border-line px-4 text-small text-fg-2 md:flex">
      <Kbd>J K</Kbd> move <Kbd>X</Kbd> select <Kbd>S</Kbd> state <Kbd>P</Kbd> priority <Kbd>↵</Kbd> open
      <span className="ml-auto text-fg-3 tabular-nums" role="status">
        {rows && plural(rows.length, 'task')}
        {rows && !complete && ', more are coming'}
        {needsYou > 0 && ` · ${needsYou} ${needsYou === 1 ? 'needs' : 'need'} you`}
      </span>
    </footer>
  );
}

/** How the list is arranged; the names of parents come from the tasks themselves. */
function useArrangement(search: TaskSearch, all: readonly TaskRow[] | undefined): Arrangement {
  const projects = useProjectNames();
  const { group = 'state', sort = 'priority', reverse = false } = search;
  const byParent = group === 'parent';
  const tasks = useMemo(
    () => new Map(byParent ? all?.map((row) => [row.id, row.title] as const) : []),
    [byParent, all],
  );
  return useMemo(
    () => ({ grouping: group, sort, reverse, names: { projects, tasks } }),
    [group, sort, reverse, projects, tasks],
  );
}

/** The tasks: a list that filters and groups in place, a board or a graph of them, with the open task beside it. */
export function TasksScreen({ panel, views }: TasksScreenProps) {
  const search: TaskSearch & { project?: string | undefined } = useSearch({ from: '/tasks' });
  const { taskId } = useParams({ strict: false });
  const navigate = useNavigate({ from: '/tasks' });
  const tasks = useAllTasks();
  const { rows, queryError } = useTaskFilter(tasks.data, search);
  const arrangement = useArrangement(search, tasks.data);
  const selection = useSelection(rows);
  const changes = useTaskChanges();
  const opened = useQuery({ ...detailsOf.task(taskId ?? ''), enabled: taskId !== undefined }).data;
  useChangeKeys(
    (kind) => opened && changes.ask(kind, [rowOf(opened)]),
    opened !== undefined && selection.rows.length === 0,
    search.view === 'graph' ? keptInGraph : keptInPanel,
  );
  const change = useCallback(
    (next: Partial<TaskSearch>) =>
      void navigate({
        ...(taskId ? { to: '/tasks/$taskId', params: { taskId } } : { to: '/tasks' }),
        search: (previous) => ({ ...previous, ...next }),
        replace: 'q' in next,
      }),
    [navigate, taskId],
  );
  const open = useCallback(
    (id: string) => void navigate({ to: '/tasks/$taskId', params: { taskId: id }, search: true }),
    [navigate],
  );
  useKeys(
    [{ keys: 'escape', label: 'Clear the selection', group: 'In a list', quiet: true, run: selection.clear }],
    selection.rows.length > 0,
  );
  const asPage = Boolean(taskId && search.page);
  return (
    <>
      <div className={cx('flex-col', taskId ? 'hidden lg:flex' : 'flex')}>
        <TopBar
          title="Tasks"
          count={queryError ? null : (rows?.length ?? null)}
          beside={<ViewSwitch view={search.view} onChange={(view) => change({ view })} />}
        >
          <Button icon={<Plus aria-hidden="true" size={14} />} shortcut="C" onClick={newTask}>
            New task
          </Button>
        </TopBar>
      </div>
      <div className="flex min-h-0 flex-1">
        <div className={cx('min-h-0 min-w-0 flex-1 flex-col', asPage ? 'hidden' : taskId ? 'hidden lg:flex' : 'flex')}>
          <TaskFilterBar search={search} rows={tasks.data ?? noRows} queryError={queryError} onChange={change} />
          <QueryView query={{ ...tasks, data: rows }} what="The tasks" pending={<SkeletonRows label="Loading tasks" />}>
            {(shown) =>
              queryError ? null : shown.length === 0 ? (
                <NoTasks
                  filtered={isFiltered(search)}
                  onClear={() =>
                    void navigate({
                      to: '.',
                      search: (previous) => ({ ...previous, ...noFilter, project: undefined }),
                      replace: true,
                    })
                  }
                />
              ) : search.view ? (
                <Suspense fallback={<SkeletonRows label="Loading tasks" />}>
                  {views[search.view]({ rows: shown, openId: taskId, onOpen: open, complete: tasks.complete })}
                </Suspense>
              ) : (
                <TaskList
                  rows={shown}
                  arrangement={arrangement}
                  searching={Boolean(search.q ?? search.where ?? search.status)}
                  openId={taskId}
                  selection={selection}
                  onOpen={open}
                  onAsk={changes.ask}
                />
              )
            }
          </QueryView>
          {search.view || queryError ? null : selection.rows.length > 0 ? (
            <SelectionBar
              count={selection.rows.length}
              onAsk={(kind) => changes.ask(kind, selection.rows)}
              onClear={selection.clear}
            />
          ) : (
            <KeyHints rows={rows} complete={tasks.complete} />
          )}
          {changes.window}
        </div>
        {panel}
      </div>
    </>
  );
}
