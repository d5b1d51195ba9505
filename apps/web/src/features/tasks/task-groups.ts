import { priorityNames, stateLooks } from '@cw/ui';
import type { TaskRow } from '../../data/api-types.ts';
import { isOver, orderOf } from './task-order.ts';
import { type TaskGrouping, type TaskSort, taskPriorities, taskStates } from './task-search.ts';

export type TaskGroup = {
  readonly key: string;
  readonly name: string;
  readonly rows: readonly TaskRow[];
  readonly doneCount: number;
};

/** One line of the list. A task with several labels has a line in the group of each, so its id alone is no key. */
export type TaskItem =
  | { readonly kind: 'group'; readonly key: string; readonly group: TaskGroup; readonly folded: boolean }
  | { readonly kind: 'task'; readonly key: string; readonly row: TaskRow }
  | { readonly kind: 'rest'; readonly key: string; readonly group: TaskGroup; readonly count: number };

/** Names of what rows tell only the ids of. */
export type GroupNames = {
  readonly projects: ReadonlyMap<string, string>;
  readonly tasks: ReadonlyMap<string, string>;
};

export type Arrangement = {
  readonly grouping: TaskGrouping;
  readonly sort: TaskSort;
  readonly reverse: boolean;
  readonly names: GroupNames;
};

/** Key of the group of what belongs to none. */
const none = '';

const namesOfNone: Readonly<Record<TaskGrouping, string>> = {
  state: '',
  priority: '',
  type: '',
  assignee: 'Nobody',
  project: 'No project',
  parent: 'No parent',
  label: 'No label',
  none: 'All tasks',
};

function keysOf(row: TaskRow, grouping: TaskGrouping): readonly string[] {
  switch (grouping) {
    case 'state':
      return [row.state];
    case 'label':
      return row.labels.length > 0 ? row.labels : [none];
    case 'project':
      return [row.projectId ?? none];
    case 'parent':
      return [row.parentId ?? none];
    case 'none':
      return [none];
    default:
      return [row[grouping] ?? none];
  }
}

function nameOf(row: TaskRow, key: string, { grouping, names }: Arrangement): string {
  if (key === none) return namesOfNone[grouping];
  if (grouping === 'state') return stateLooks[row.state].name;
  if (grouping === 'priority') return priorityNames[row.priority];
  if (grouping === 'project') return names.projects.get(key) ?? key;
  if (grouping === 'parent') return names.tasks.get(key) ?? key;
  return grouping === 'type' ? key.charAt(0).toUpperCase() + key.slice(1) : key;
}

function rankOf(group: TaskGroup, grouping: TaskGrouping): number | string {
  const order: readonly string[] = grouping === 'state' ? taskStates : taskPriorities;
  if (grouping === 'state' || grouping === 'priority') return order.indexOf(group.key);
  return group.key === none ? '\u{10ffff}' : group.name.toLowerCase();
}

/** Rows in groups, groups in the order a person works them: urgent first, what is over and what belongs to none last. */
export function groupTasks(rows: readonly TaskRow[], arrangement: Arrangement): readonly TaskGroup[] {
  const { grouping, sort, reverse } = arrangement;
  const byKey = new Map<string, TaskRow[]>();
  for (const row of rows.toSorted(orderOf(sort, reverse))) {
    for (const key of keysOf(row, grouping)) {
      const list = byKey.get(key);
      if (list) list.push(row);
      else byKey.set(key, [row]);
    }
  }
  return [...byKey]
    .flatMap(([key, list]): readonly TaskGroup[] => {
      const [head] = list;
      if (!head) return [];
      return [{ key, name: nameOf(head, key, arrangement), rows: list, doneCount: list.filter(isOver).length }];
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

/**
 * Groups as the lines of the list. Outside the grouping by state, finished tasks stand behind one line a group, where
 * they come last.
 */
export function layOut(
  groups: readonly TaskGroup[],
  { grouping, sort }: Pick<Arrangement, 'grouping' | 'sort'>,
  folds: Folds,
): readonly TaskItem[] {
  return groups.flatMap((group): readonly TaskItem[] => {
    const folded = (!folds.searching && startsFolded(group, grouping)) !== folds.toggled.has(group.key);
    const head: TaskItem = { kind: 'group', key: `group ${group.key}`, group, folded };
    if (folded && grouping !== 'none') return [head];
    const hidesOver =
      grouping !== 'state' &&
      sort === 'priority' &&
      group.doneCount > 0 &&
      !folds.searching &&
      !folds.showingOver.has(group.key);
    const shown = hidesOver ? group.rows.slice(0, group.rows.length - group.doneCount) : group.rows;
    const prefix = grouping === 'label' ? `${group.key} ` : '';
    const items: TaskItem[] = shown.map((row) => ({ kind: 'task', key: prefix + row.id, row }));
    if (hidesOver) items.push({ kind: 'rest', key: `rest ${group.key}`, group, count: group.doneCount });
    return grouping === 'none' ? items : [head, ...items];
  });
}
