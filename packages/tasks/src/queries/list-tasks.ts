import { ok, type Page, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { ListFailure } from '../model/task-failure.ts';
import type { TaskRow } from '../model/task-view.ts';
import { checkLimit, readCursor, writeCursor } from './cursor.ts';
import { type Condition, type TaskFilter, taskCondition } from './task-filter.ts';
import { beyond, orderBy, type TaskOrder, taskOrder } from './task-order.ts';
import { type TaskRowRecord, taskRowColumns, toTaskRow, withState } from './task-row.ts';

export type ListInput = TaskFilter & {
  /** Names of `taskOrder`. @defaultValue 'priority' */
  readonly sort?: string | undefined;
  /** The other way round. */
  readonly reverse?: boolean | undefined;
  /** @defaultValue 50 */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

type PageRecord = TaskRowRecord & { readonly sortKeys: string };

/** Tasks that a filter means, one page of them. */
export async function listTasks(db: ReadDb, input: ListInput): Promise<Result<Page<TaskRow>, ListFailure>> {
  const condition = taskCondition(input);
  if (!condition.ok) return condition;
  const limit = checkLimit(input.limit, 50);
  if (!limit.ok) return limit;
  const order = taskOrder(input.sort ?? 'priority', input.reverse ?? false);
  if (!order.ok) return order;
  const after =
    input.cursor === undefined ? ok([]) : readCursor(input.cursor, order.value.name, order.value.keys.length);
  if (!after.ok) return after;
  const { sql, params } = condition.value;
  const rest = after.value.length === 0 ? { sql: '', params: [] } : beyond(order.value, after.value);
  const rows = await db.all<PageRecord>(pageSql(order.value, sql, rest.sql), [
    ...params,
    ...rest.params,
    limit.value + 1,
  ]);
  const shown = rows.slice(0, limit.value);
  const last = shown.at(-1);
  const more = rows.length > shown.length && last;
  return ok({
    items: shown.map(toTaskRow),
    total: after.value.length === 0 && !more ? shown.length : await countTasks(db, condition.value),
    nextCursor: more ? writeCursor(order.value.name, JSON.parse(last.sortKeys)) : null,
  });
}

/** How many tasks a condition holds for. */
export async function countTasks(db: ReadDb, { sql, params }: Condition): Promise<number> {
  return (await db.get<{ n: number }>(`SELECT count(*) AS n FROM tasks t WHERE ${sql}`, params))?.n ?? 0;
}

/** Rows are found and ordered before anything more is read of them, so that a sort carries only its own columns. */
function pageSql(order: TaskOrder, condition: string, rest: string): string {
  const by = orderBy(order);
  return `SELECT ${taskRowColumns}, json_array(${order.keys.map(({ sql }) => sql).join(', ')}) AS sortKeys
    FROM (SELECT t.n FROM tasks t WHERE ${condition} ${rest === '' ? '' : `AND ${rest}`} ORDER BY ${by} LIMIT ?) page
    JOIN tasks t ON t.n = page.n ${withState} ORDER BY ${by}`;
}

/** One row of the list, by its whole id. */
export async function taskRow(db: ReadDb, id: string): Promise<TaskRow | undefined> {
  const row = await db.get<TaskRowRecord>(`SELECT ${taskRowColumns} FROM tasks t ${withState} WHERE t.id = ?`, [id]);
  return row && toTaskRow(row);
}

/** Rows of some tasks, by whole id: for texts that name them. */
export async function taskRows(db: ReadDb, ids: readonly string[]): Promise<ReadonlyMap<string, TaskRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<TaskRowRecord>(
    `SELECT ${taskRowColumns} FROM tasks t ${withState} WHERE t.id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(ids)],
  );
  return new Map(rows.map((row) => [row.id, toTaskRow(row)]));
}

/** Whether there is any task outside the trash, open or closed. */
export async function hasTasks(db: ReadDb): Promise<boolean> {
  return (await db.get('SELECT 1 FROM tasks WHERE deleted_at IS NULL LIMIT 1')) !== undefined;
}
