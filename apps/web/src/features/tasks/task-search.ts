import type { TaskState } from '../../data/api-types.ts';
import { readAddress } from '../../data/search-params.ts';
import { isSpan } from './task-dates.ts';

export const taskStates: readonly TaskState[] = [
  'needs-you',
  'in-progress',
  'verifying',
  'merging',
  'limited',
  'ready',
  'open',
  'waiting',
  'needs-plan',
  'failed',
  'done',
  'cancelled',
];
export const taskPriorities = ['P0', 'P1', 'P2', 'P3'] as const;
export const taskGroupings = ['state', 'priority', 'type', 'assignee', 'project', 'parent', 'label', 'none'] as const;
export type TaskGrouping = (typeof taskGroupings)[number];
export const taskSorts = ['priority', 'updated', 'created', 'due', 'closed', 'title', 'estimate'] as const;
export type TaskSort = (typeof taskSorts)[number];
/** What shows the tasks where it is not the list. */
export const taskViews = ['board', 'graph'] as const;
export type TaskView = (typeof taskViews)[number];

/** Stands in the address for what has no assignee or no due date. */
export const nothing = 'none';

/** The tasks list's part of the URL; what is at its default is left out. Lists are `a,b`. */
export type TaskSearch = {
  status?: string | undefined;
  priority?: string | undefined;
  type?: string | undefined;
  /** All of these. */
  label?: string | undefined;
  anyLabel?: string | undefined;
  notLabel?: string | undefined;
  assignee?: string | undefined;
  created?: string | undefined;
  updated?: string | undefined;
  closed?: string | undefined;
  due?: string | undefined;
  q?: string | undefined;
  /** A query in the language of `cw task query`. */
  where?: string | undefined;
  group?: TaskGrouping | undefined;
  sort?: TaskSort | undefined;
  reverse?: true | undefined;
  view?: TaskView | undefined;
  /** Of the graph: the task of which only the surroundings are shown. */
  focus?: string | undefined;
  /** Shows the open task as a page of its own. */
  page?: true | undefined;
};

/** The parts of the URL that limit what is shown. */
export const filterFields = [
  'status',
  'priority',
  'type',
  'label',
  'anyLabel',
  'notLabel',
  'assignee',
  'created',
  'updated',
  'closed',
  'due',
  'q',
  'where',
] as const satisfies readonly (keyof TaskSearch)[];
export type FilterField = (typeof filterFields)[number];

const spans = '7d, -30d, overdue or none';

/**
 * What an address asks for of the tasks.
 * @throws RefusedAddress where a word of it means nothing
 */
export function readTaskSearch(raw: Record<string, unknown>): TaskSearch {
  return readAddress(raw, ({ text, word, words, formed, flag }) => ({
    status: words('status', taskStates),
    priority: words('priority', taskPriorities),
    type: text('type'),
    label: text('label'),
    anyLabel: text('anyLabel'),
    notLabel: text('notLabel'),
    assignee: text('assignee'),
    created: formed('created', isSpan, spans),
    updated: formed('updated', isSpan, spans),
    closed: formed('closed', isSpan, spans),
    due: formed('due', isSpan, spans),
    q: text('q'),
    where: text('where'),
    group: word('group', taskGroupings),
    sort: word('sort', taskSorts),
    reverse: flag('reverse'),
    view: word('view', taskViews),
    focus: text('focus'),
    page: flag('page'),
  }));
}

/** A list in the URL as its words. */
export function wordsOf(text: string | undefined): readonly string[] {
  return text?.split(',').filter(Boolean) ?? [];
}

/** True when the URL limits what is shown. */
export function isFiltered(search: TaskSearch & { project?: string | undefined }): boolean {
  return search.project !== undefined || filterFields.some((field) => search[field] !== undefined);
}

/** What lifts every limit and leaves the look as it is. */
export const noFilter: Partial<TaskSearch> = Object.fromEntries(filterFields.map((field) => [field, undefined]));
