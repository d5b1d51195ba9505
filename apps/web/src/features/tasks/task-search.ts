import type { Priority, TaskRow, TaskState } from '../../shared/api-types.ts';
import { readText, readWord, readWords, writeWords } from '../../shared/search-params.ts';

export const taskStates: readonly TaskState[] = [
  'needs-you',
  'in-progress',
  'merging',
  'ready',
  'open',
  'waiting',
  'failed',
  'done',
  'cancelled',
];
export const taskPriorities: readonly Priority[] = ['P0', 'P1', 'P2', 'P3'];
export const taskGroupings = ['state', 'project', 'priority', 'none'] as const;
export type TaskGrouping = (typeof taskGroupings)[number];
/** What shows the tasks where it is not the list. */
export const taskViews = ['board', 'graph'] as const;
export type TaskView = (typeof taskViews)[number];

/** The tasks list's part of the URL; what is at its default is left out. */
export type TaskSearch = {
  status?: string | undefined;
  priority?: string | undefined;
  label?: string | undefined;
  q?: string | undefined;
  group?: TaskGrouping | undefined;
  view?: TaskView | undefined;
  /** Shows the open task as a page of its own. */
  page?: true | undefined;
};

/** The search parameters as far as they make sense; the rest is dropped. */
export function readTaskSearch(raw: Record<string, unknown>): TaskSearch {
  return {
    status: writeWords(readWords(raw.status, taskStates)),
    priority: writeWords(readWords(raw.priority, taskPriorities)),
    label: readText(raw.label),
    q: readText(raw.q),
    group: readWord(raw.group, taskGroupings),
    view: readWord(raw.view, taskViews),
    page: raw.page === true ? true : undefined,
  };
}

export type TaskFilter = {
  readonly states: ReadonlySet<TaskState>;
  readonly priorities: ReadonlySet<Priority>;
  readonly labels: readonly string[];
  readonly words: readonly string[];
  readonly projectId: string | undefined;
};

/** What the URL asks for, ready to be applied to rows; an empty set means no limit. */
export function filterOf(search: TaskSearch & { project?: string | undefined }): TaskFilter {
  return {
    states: new Set(readWords(search.status, taskStates)),
    priorities: new Set(readWords(search.priority, taskPriorities)),
    labels: search.label?.split(',') ?? [],
    words: search.q?.toLowerCase().split(/\s+/).filter(Boolean) ?? [],
    projectId: search.project,
  };
}

/** True when the row is within every limit of the filter; of several labels it must carry all. */
export function passes(row: TaskRow, filter: TaskFilter): boolean {
  if (filter.projectId && row.projectId !== filter.projectId) return false;
  if (filter.states.size > 0 && !filter.states.has(row.state)) return false;
  if (filter.priorities.size > 0 && !filter.priorities.has(row.priority)) return false;
  if (filter.labels.some((label) => !row.labels.includes(label))) return false;
  if (filter.words.length === 0) return true;
  const text = `${row.title} ${row.id}`.toLowerCase();
  return filter.words.every((word) => text.includes(word));
}
