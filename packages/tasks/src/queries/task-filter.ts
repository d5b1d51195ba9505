import { err, ok, type Result, taskStates } from '@cw/kernel';
import type { SqlValue } from '@cw/storage';
import { parsePriority } from '@cw/task-formats';
import type { ListFailure } from '../model/task-failure.ts';
import { priorities, type TaskState, taskOutcomes, taskStatuses } from '../model/task-view.ts';
import { needsPlanCondition } from './ready-sql.ts';
import { contains, joined, type SqlPart } from './sql-parts.ts';

export type TaskFilter = {
  /** Any of these; closed tasks are left out unless asked for. */
  readonly status?: readonly string[] | undefined;
  /** Any of these. */
  readonly state?: readonly string[] | undefined;
  /** Any of these, `P0`–`P3` or 0–3. */
  readonly priority?: readonly string[] | undefined;
  /** Any of these. */
  readonly type?: readonly string[] | undefined;
  /** All of these. */
  readonly labels?: readonly string[] | undefined;
  readonly assignee?: string | undefined;
  /** Whole id. */
  readonly projectId?: string | undefined;
  /** Whole id: the direct children. */
  readonly parentId?: string | undefined;
  /** In the title, the description or the id, whatever the case. */
  readonly text?: string | undefined;
  /** Only what was deleted, instead of only what was not. */
  readonly deleted?: boolean | undefined;
  /** Conditions on `t` that hold besides. */
  readonly also?: readonly Condition[] | undefined;
  /** Closed ones too, where neither status nor state is asked for. */
  readonly all?: boolean | undefined;
};

export type Condition = SqlPart;

/** @param id whole */
export function ofProject(id: string): Condition {
  return { sql: 't.project_id IS ?', params: [id] };
}

export const ofNoProject: Condition = { sql: 't.project_id IS NULL', params: [] };

/** The state that people see of the task `t`, as the room of states tells it. */
export const shownState = '(SELECT s.state FROM task_state_view s WHERE s.n = t.n)';

/** That a task `t` is in one of some states; the status is told too, so that the index of live tasks serves. */
export function inStates(states: readonly TaskState[]): string {
  const words = states.map((state) => `'${state}'`).join(', ');
  const over = states.filter((state) => isOutcome(state)).length;
  const closed = over === 0 ? "t.status <> 'closed' AND " : over === states.length ? "t.status = 'closed' AND " : '';
  return `(${closed}${shownState} IN (${words}))`;
}

function isOutcome(state: TaskState): boolean {
  return taskOutcomes.some((outcome) => outcome === state);
}

/** Waits for others, is held back by an ancestor, or waits for a person, or for a plan or its approval. */
export const blockedCondition = `(${inStates(['needs-you'])}
  OR (t.status = 'open' AND (t.open_blockers > 0 OR t.held = 1 OR ${needsPlanCondition})))`;

/** The condition on tasks `t` that a filter means, or which word of it is not known. */
export function taskCondition(filter: TaskFilter): Result<Condition, ListFailure> {
  const parts: Condition[] = [
    { sql: filter.deleted ? 't.deleted_at IS NOT NULL' : 't.deleted_at IS NULL', params: [] },
  ];
  const many = tooMany(filter);
  if (!many.ok) return many;
  const status = knownWords('status', filter.status, taskStatuses);
  if (!status.ok) return status;
  const state = knownWords('state', filter.state, taskStates);
  if (!state.ok) return state;
  const priority = storedPriorities(filter.priority);
  if (!priority.ok) return priority;
  if (status.value.length > 0) parts.push(statusCondition(status.value));
  if (state.value.length > 0) parts.push({ sql: inStates(state.value.filter(isState)), params: [] });
  if (status.value.length === 0 && state.value.length === 0 && !filter.all && !filter.deleted) {
    parts.push({ sql: "t.status <> 'closed'", params: [] });
  }
  if (priority.value.length > 0) parts.push(oneOf('t.priority', priority.value));
  parts.push(...fieldConditions(filter), ...(filter.also ?? []));
  return ok(joined(parts, 'AND'));
}

/** Some statuses without `closed` are told so, so that the index of live tasks serves. */
function statusCondition(statuses: readonly string[]): Condition {
  const condition = oneOf('t.status', statuses);
  return statuses.includes('closed') ? condition : { ...condition, sql: `t.status <> 'closed' AND ${condition.sql}` };
}

function fieldConditions(filter: TaskFilter): Condition[] {
  const parts: Condition[] = [];
  if (filter.type && filter.type.length > 0) parts.push(oneOf('t.type', filter.type));
  for (const label of filter.labels ?? []) {
    parts.push({ sql: 't.n IN (SELECT l.task_n FROM task_labels l WHERE l.label = ?)', params: [label] });
  }
  if (filter.assignee !== undefined) parts.push({ sql: 't.assignee = ?', params: [filter.assignee] });
  if (filter.projectId !== undefined) parts.push({ sql: 't.project_id = ?', params: [filter.projectId] });
  if (filter.parentId !== undefined) {
    parts.push({ sql: 't.parent_n = (SELECT n FROM tasks WHERE id = ?)', params: [filter.parentId] });
  }
  if (filter.text !== undefined && filter.text.trim() !== '') parts.push(textCondition(filter.text.trim()));
  return parts;
}

function textCondition(text: string): Condition {
  const body = contains('b.description', text);
  const parts = ['t.title', 't.id', 't.external_id'].map((column) => contains(column, text));
  const inBody = `EXISTS (SELECT 1 FROM task_bodies b WHERE b.task_n = t.n AND ${body.sql})`;
  return joined([...parts, { sql: inBody, params: body.params }], 'OR');
}

/** SQLite takes only so many values at once. */
export const mostValues = 1_000;

function tooMany({ type = [], labels = [] }: TaskFilter): Result<void, ListFailure> {
  const [filter, count] = type.length > labels.length ? ['type', type.length] : ['label', labels.length];
  return count > mostValues ? err({ kind: 'list.too-many', filter, count, limit: mostValues }) : ok(undefined);
}

function oneOf(column: string, values: readonly SqlValue[]): Condition {
  return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, params: values };
}

/** Words as stored, however people join them: `in progress`, `In-Progress` and `in_progress` are one status. */
function knownWords(
  filter: string,
  words: readonly string[] | undefined,
  known: readonly string[],
): Result<readonly string[], ListFailure> {
  const joint = filter === 'status' ? '_' : '-';
  const spelt = (words ?? []).map((word) =>
    word
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, joint),
  );
  const unknown = spelt.findIndex((word) => !known.includes(word));
  if (unknown < 0) return ok([...new Set(spelt)]);
  return err({ kind: 'list.bad-filter', filter, text: words?.[unknown] ?? '', known });
}

function storedPriorities(words: readonly string[] | undefined): Result<readonly number[], ListFailure> {
  const stored: number[] = [];
  for (const word of (words ?? []).flatMap(wordsOfRange)) {
    const priority = parsePriority(word);
    if (!priority.ok) return err({ kind: 'list.bad-filter', filter: 'priority', text: word, known: priorities });
    stored.push(priorities.indexOf(priority.value));
  }
  return ok([...new Set(stored)]);
}

/** `0-2` is every priority from the one to the other. */
function wordsOfRange(word: string): readonly string[] {
  const [, from, to] = /^p?([0-3])(?:-|\.\.)p?([0-3])$/i.exec(word) ?? [];
  if (from === undefined || to === undefined) return [word];
  return ['0', '1', '2', '3'].filter((level) => level >= from && level <= to);
}

export function isState(word: string): word is TaskState {
  return taskStates.some((state) => state === word);
}
