import { ok, type Page, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { ListFailure } from '../model/task-failure.ts';
import type { TaskRow } from '../model/task-view.ts';
import { checkLimit, readCursor, writeCursor } from './cursor.ts';
import { readReadyRows } from './ready-rows.ts';
import { readyCondition } from './ready-sql.ts';
import type { Condition } from './task-filter.ts';

export type ReadyInput = {
  /** @defaultValue 20 */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** Every one, whatever the limit. */
  readonly all?: boolean | undefined;
  /** Only those of which this holds. */
  readonly also?: Condition | undefined;
};

const countSql = `SELECT count(*) AS n FROM tasks t INDEXED BY tasks_ready_count WHERE ${readyCondition}`;

/** Work that may be started now: most urgent first, then oldest. */
export async function listReady(db: ReadDb, input: ReadyInput): Promise<Result<Page<TaskRow>, ListFailure>> {
  const limit = checkLimit(input.limit, 20);
  if (!limit.ok) return limit;
  const after = input.cursor === undefined ? ok([]) : readCursor(input.cursor, 'ready', 3);
  if (!after.ok) return after;
  const { rows, last, more } = await readReadyRows(db, {
    limit: input.all ? undefined : limit.value,
    after: after.value,
    also: input.also,
  });
  return ok({
    items: rows,
    total: after.value.length === 0 && !more ? rows.length : await countReady(db, input.also),
    nextCursor: more && last ? writeCursor('ready', last) : null,
  });
}

/** The first ready tasks without counting all of them. */
export async function firstReady(db: ReadDb, limit: number): Promise<readonly TaskRow[]> {
  return (await readReadyRows(db, { limit, after: [] })).rows;
}

/** How many there are. */
export async function countReady(db: ReadDb, also?: Condition): Promise<number> {
  const among =
    also && `SELECT count(*) AS n FROM tasks t INDEXED BY tasks_ready WHERE ${readyCondition} AND ${also.sql}`;
  return (await db.get<{ n: number }>(among ?? countSql, also?.params ?? []))?.n ?? 0;
}

/** True when an agent's claim ran out and somebody who may write should free it. */
export async function hasExpiredLease(db: ReadDb, now: number): Promise<boolean> {
  const row = await db.get(
    'SELECT 1 FROM tasks WHERE lease_expires_at IS NOT NULL AND lease_expires_at <= ? AND stage IS NULL LIMIT 1',
    [now],
  );
  return row !== undefined;
}
