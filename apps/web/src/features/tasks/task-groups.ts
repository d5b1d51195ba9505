import { priorityNames, stateLooks } from '@cw/ui';
import type { TaskRow } from '../../shared/api-types.ts';
import { type TaskGrouping, taskPriorities, taskStates } from './task-search.ts';

export type TaskGroup = {
  readonly key: string;
  readonly name: string;
  readonly rows: readonly TaskRow[];
  readonly doneCount: number;
};

/** One line of the list. */
export type TaskItem =
  | { readonly kind: 'group'; readonly key: string; readonly group: TaskGroup; readonly folded: boolean }
  | { readonly kind: 'task'; readonly key: string; readonly row: TaskRow }
  | { readonly kind: 'rest'; readonly key: string; readonly group: TaskGroup; readonly count: number };

const noProject = 'No project';

function isOver(row: TaskRow): boolean {
  return row.state === 'done' || row.state === 'cancelled';
}

function byUrgency(a: TaskRow, b: TaskRow): number {
  if (isOver(a) !== isOver(b)) return isOver(a) ? 1 : -1;
  if (isOver(a)) return b.updatedAt.localeCompare(a.updatedAt);
  return a.priority.localeCompare(b.priority) || a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id);
}

function keyOf(row: TaskRow, grouping: TaskGrouping): string {
  if (grouping === 'state') return row.state;
  if (grouping === 'priority') return row.priority;
  return grouping === 'project' ? (row.projectId ?? noProject) : 'all';
}

function nameOf(row: TaskRow, grouping: TaskGrouping, projectNames: ReadonlyMap<string, string>): string {
  if (grouping === 'state') return stateLooks[row.state].name;
  if (grouping === 'priority') return priorityNames[row.priority];
  if (grouping === 'none') return 'All tasks';
  return row.projectId ? (projectNames.get(row.projectId) ?? row.projectId) : noProject;
}

function rankOf(group: TaskGroup, grouping: TaskGrouping): number | string {
  const order: readonly string[] = grouping === 'state' ? taskStates : taskPriorities;
  if (grouping === 'state' || grouping === 'priority') return order.indexOf(group.key);
  return group.key === noProject ? '\u{10ffff}' : group.name.toLowerCase();
}

/** Rows in groups, groups and rows in the order a person works them: urgent first, what is over last. */
export function groupTasks(
  rows: readonly TaskRow[],
  grouping: TaskGrouping,
  projectNames: ReadonlyMap<string, string>,
): readonly TaskGroup[] {
  const byKey = new Map<string, TaskRow[]>();
  for (const row of rows) {
    const key = keyOf(row, grouping);
    const list = byKey.get(key);
    if (list) list.push(row);
    else byKey.set(key, [row]);
  }
  return [...byKey]
    .flatMap(([key, list]): readonly TaskGroup[] => {
      const [head] = list;
      if (!head) return [];
      const name = nameOf(head, grouping, projectNames);
      return [{ key, name, rows: list.sort(byUrgency), doneCount: list.filter(isOver).length }];
    })
    .sort((a, b) => {
      const [left, right] = [rankOf(a, grouping), rankOf(b, grouping)];
      return left < right ? -1 : left > right ? 1 : 0;
    });
}

/** True for a group that starts folded: nothing in it needs work any more. */
export function startsFolded(group: TaskGroup, grouping: TaskGrouping): boolean {
  return grouping === 'state' && group.doneCount === group.rows.length;
}

type Folds = {
  /** Groups whose fold a person has changed, by key. */
  readonly toggled: ReadonlySet<string>;
  /** Groups whose finished tasks a person has asked for, by key. */
  readonly showingOver: ReadonlySet<string>;
  /** True while a person looks for something: what is found is shown, finished or not. */
  readonly searching: boolean;
};

/** Groups as the lines of the list. Outside the grouping by state, finished tasks stand behind one line a group. */
export function layOut(groups: readonly TaskGroup[], grouping: TaskGrouping, folds: Folds): readonly TaskItem[] {
  return groups.flatMap((group): readonly TaskItem[] => {
    const folded = (!folds.searching && startsFolded(group, grouping)) !== folds.toggled.has(group.key);
    const head: TaskItem = { kind: 'group', key: `group ${group.key}`, group, folded };
    if (folded) return [head];
    const hidesOver =
      grouping !== 'state' && group.doneCount > 0 && !folds.searching && !folds.showingOver.has(group.key);
    const shown = hidesOver ? group.rows.slice(0, group.rows.length - group.doneCount) : group.rows;
    const items: TaskItem[] = shown.map((row) => ({ kind: 'task', key: row.id, row }));
    if (hidesOver) items.push({ kind: 'rest', key: `rest ${group.key}`, group, count: group.doneCount });
    return grouping === 'none' ? items : [head, ...items];
  });
}
