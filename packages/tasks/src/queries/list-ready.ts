import { ok, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { ListFailure } from '../model/task-failure.ts';
import type { Page, TaskRow } from '../model/task-view.ts';
import { checkLimit, readCursor, writeCursor } from './cursor.ts';
import { readyCondition } from './ready-sql.ts';
import { type ReadyRowRecord, readyRowColumns, toReadyRow } from './task-row.ts';

export type ReadyInput = {
  /** @defaultValue 20 */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

const from = `FROM tasks t INDEXED BY tasks_ready WHERE ${readyCondition}`;
const order = 'ORDER BY t.priority, t.created_at, t.n LIMIT ?';
export const firstSql = `SELECT ${readyRowColumns} ${from} ${order}`;
const nextSql = `SELECT ${readyRowColumns} ${from} AND (t.priority, t.created_at, t.n) > (?, ?, ?) ${order}`;
const countSql = `SELECT count(*) AS n ${from}`;

/** Work that may be started now: most urgent first, then oldest. */
export async function listReady(db: ReadDb, input: ReadyInput): Promise<Result<Page<TaskRow>, ListFailure>> {
  const limit = checkLimit(input.limit, 20);
  if (!limit.ok) return limit;
  const after = input.cursor === undefined ? ok([]) : readCursor(input.cursor, 'ready', 3);
  if (!after.ok) return after;
  const rows = await db.all<ReadyRowRecord>(after.value.length === 0 ? firstSql : nextSql, [
    ...after.value,
    limit.value + 1,
  ]);
  const shown = rows.slice(0, limit.value);
  const last = shown.at(-1);
  const more = rows.length > shown.length && last;
  return ok({
    items: shown.map(toReadyRow),
    total: after.value.length === 0 && !more ? shown.length : await countReady(db),
    nextCursor: more ? writeCursor('ready', [last.priority, last.created_at, last.n]) : null,
  });
}

/** The first ready tasks without counting all of them. */
export async function firstReady(db: ReadDb, limit: number): Promise<readonly TaskRow[]> {
  return (await db.all<ReadyRowRecord>(firstSql, [limit])).map(toReadyRow);
}

async function countReady(db: ReadDb): Promise<number> {
  return (await db.get<{ n: number }>(countSql))?.n ?? 0;
}

/** True when an agent's claim ran out and somebody who may write should free it. */
export async function hasExpiredLease(db: ReadDb, now: number): Promise<boolean> {
  const row = await db.get(
    'SELECT 1 FROM tasks WHERE lease_expires_at IS NOT NULL AND lease_expires_at <= ? AND stage IS NULL LIMIT 1',
    [now],
  );
  return row !== undefined;
}
