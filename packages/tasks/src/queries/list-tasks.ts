import { err, ok, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { ListFailure } from '../model/task-failure.ts';
import type { Page, TaskRow } from '../model/task-view.ts';
import { type CursorValue, checkLimit, readCursor, writeCursor } from './cursor.ts';
import { type TaskFilter, taskCondition } from './task-filter.ts';
import { type TaskRowRecord, taskRowColumns, toTaskRow } from './task-row.ts';

export const taskSorts = ['priority', 'created', 'updated', 'title'] as const;
export type TaskSort = (typeof taskSorts)[number];

export type ListInput = TaskFilter & {
  /** @defaultValue 'priority' */
  readonly sort?: string | undefined;
  /** @defaultValue 50 */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

type Sort = {
  readonly columns: readonly string[];
  readonly direction: 'ASC' | 'DESC';
  readonly values: (row: TaskRowRecord) => readonly CursorValue[];
};

/** `priority` is most urgent and then oldest; `created` and `updated` newest first. */
const sorts: Record<TaskSort, Sort> = {
  priority: {
    columns: ['t.priority', 't.created_at', 't.n'],
    direction: 'ASC',
    values: (row) => [row.priority, row.created_at, row.n],
  },
  created: { columns: ['t.created_at', 't.n'], direction: 'DESC', values: (row) => [row.created_at, row.n] },
  updated: { columns: ['t.updated_at', 't.n'], direction: 'DESC', values: (row) => [row.updated_at, row.n] },
  title: { columns: ['t.title', 't.n'], direction: 'ASC', values: (row) => [row.title, row.n] },
};

/** Tasks that a filter means, one page of them. */
export async function listTasks(db: ReadDb, input: ListInput): Promise<Result<Page<TaskRow>, ListFailure>> {
  const condition = taskCondition(input);
  if (!condition.ok) return condition;
  const limit = checkLimit(input.limit, 50);
  if (!limit.ok) return limit;
  const name = taskSorts.find((known) => known === (input.sort ?? 'priority'));
  if (!name) return err({ kind: 'list.bad-filter', filter: 'sort', text: input.sort ?? '', known: taskSorts });
  const sort = sorts[name];
  const after = input.cursor === undefined ? ok([]) : readCursor(input.cursor, name, sort.columns.length);
  if (!after.ok) return after;
  const { sql, params } = condition.value;
  const rows = await db.all<TaskRowRecord>(pageSql(sort, sql, after.value.length > 0), [
    ...params,
    ...after.value,
    limit.value + 1,
  ]);
  const shown = rows.slice(0, limit.value);
  const last = shown.at(-1);
  const more = rows.length > shown.length && last;
  const total =
    after.value.length === 0 && !more
      ? shown.length
      : ((await db.get<{ n: number }>(`SELECT count(*) AS n FROM tasks t WHERE ${sql}`, params))?.n ?? 0);
  return ok({
    items: shown.map(toTaskRow),
    total,
    nextCursor: more ? writeCursor(name, sort.values(last)) : null,
  });
}

/** Rows are found and ordered before anything more is read of them, so that a sort carries only its own columns. */
function pageSql(sort: Sort, condition: string, goesOn: boolean): string {
  const { columns, direction } = sort;
  const than = direction === 'ASC' ? '>' : '<';
  const after = goesOn ? `AND (${columns.join(', ')}) ${than} (${columns.map(() => '?').join(', ')})` : '';
  const order = columns.map((column) => `${column} ${direction}`).join(', ');
  return `SELECT ${taskRowColumns}
    FROM (SELECT t.n FROM tasks t WHERE ${condition} ${after} ORDER BY ${order} LIMIT ?) page
    JOIN tasks t ON t.n = page.n ORDER BY ${order}`;
}

/** One row of the list, by its whole id. */
export async function taskRow(db: ReadDb, id: string): Promise<TaskRow | undefined> {
  const row = await db.get<TaskRowRecord>(`SELECT ${taskRowColumns} FROM tasks t WHERE t.id = ?`, [id]);
  return row && toTaskRow(row);
}

/** Rows of some tasks, by whole id: for texts that name them. */
export async function taskRows(db: ReadDb, ids: readonly string[]): Promise<ReadonlyMap<string, TaskRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<TaskRowRecord>(
    `SELECT ${taskRowColumns} FROM tasks t WHERE t.id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(ids)],
  );
  return new Map(rows.map((row) => [row.id, toTaskRow(row)]));
}

/** Whether there is any task outside the trash, open or closed. */
export async function hasTasks(db: ReadDb): Promise<boolean> {
  return (await db.get('SELECT 1 FROM tasks WHERE deleted_at IS NULL LIMIT 1')) !== undefined;
}
