import { ok, type Page, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { ListFailure, NotReadyReason } from '../model/task-failure.ts';
import { notReadyReasons, type ReadyFacts } from '../model/task-state.ts';
import type { Priority, TaskStatus } from '../model/task-view.ts';
import { checkLimit, readCursor, writeCursor } from './cursor.ts';
import { priorityOf } from './field-columns.ts';
import { readyCondition } from './ready-sql.ts';
import type { Condition } from './task-filter.ts';
import { mergeHeldSql } from './task-row.ts';
import { deferredBy, waitsFor } from './waits-for.ts';

/** An unfinished task that is not offered as work, with every reason. */
export type NotReadyRow = {
  readonly id: string;
  readonly title: string;
  readonly priority: Priority;
  readonly status: TaskStatus;
  /** Who holds one that is in progress. */
  readonly holder: string | null;
  readonly reasons: readonly NotReadyReason[];
};

export type ExplainInput = {
  /** @defaultValue 20 */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** Those that wait for others only, or that an ancestor holds back. */
  readonly waiting?: boolean | undefined;
  /** Only those of which this holds. */
  readonly also?: Condition | undefined;
};

type Row = {
  readonly n: number;
  readonly id: string;
  readonly title: string;
  readonly priority: number;
  readonly createdAt: number;
  readonly status: TaskStatus;
  readonly statusSaid: string | null;
  readonly holder: string | null;
  /** Why its merge is on hold. */
  readonly mergeHeld: string | null;
  readonly type: string;
  readonly openBlockers: number;
  readonly openChildren: number;
  readonly closedChildren: number;
  readonly held: number;
  readonly requiresPlan: number;
  readonly planApproved: number;
  readonly asleepUntil: number | null;
  readonly now: number;
};

const others = `FROM tasks t WHERE t.status <> 'closed' AND t.deleted_at IS NULL AND NOT (${readyCondition})`;
const waitingOnly = "AND t.status = 'open' AND (t.open_blockers > 0 OR t.held = 1)";
const columns = `t.n, t.id, t.title, t.priority, t.created_at AS createdAt, t.status, told(t.status_reason) AS statusSaid,
  t.lease_holder AS holder, ${mergeHeldSql} AS mergeHeld, t.type, t.open_blockers AS openBlockers, t.open_children AS openChildren, t.closed_children AS closedChildren, t.held,
  t.requires_plan AS requiresPlan, t.plan_approved AS planApproved, t.asleep_until AS asleepUntil, now_ms() AS now`;

/** Why each other unfinished task is not ready: most urgent first, then oldest, as the ready list is. */
export async function explainReady(db: ReadDb, input: ExplainInput): Promise<Result<Page<NotReadyRow>, ListFailure>> {
  const limit = checkLimit(input.limit, 20);
  if (!limit.ok) return limit;
  const after = input.cursor === undefined ? ok([]) : readCursor(input.cursor, 'explain', 3);
  if (!after.ok) return after;
  const { also } = input;
  const among = `${others} ${input.waiting ? waitingOnly : ''} ${also ? `AND ${also.sql}` : ''}`;
  const params = also?.params ?? [];
  const beyond = after.value.length === 0 ? '' : 'AND (t.priority, t.created_at, t.n) > (?, ?, ?)';
  const rows = await db.all<Row>(
    `SELECT ${columns} ${among} ${beyond} ORDER BY t.priority, t.created_at, t.n LIMIT ?`,
    [...params, ...after.value, limit.value + 1],
  );
  const shown = rows.slice(0, limit.value);
  const last = shown.at(-1);
  const items: NotReadyRow[] = [];
  for (const row of shown) items.push(await explain(db, row));
  return ok({
    items,
    total: (await db.get<{ n: number }>(`SELECT count(*) AS n ${among}`, params))?.n ?? 0,
    nextCursor:
      rows.length > shown.length && last ? writeCursor('explain', [last.priority, last.createdAt, last.n]) : null,
  });
}

async function explain(db: ReadDb, row: Row): Promise<NotReadyRow> {
  const facts: ReadyFacts = {
    ...row,
    held: row.held === 1,
    requiresPlan: row.requiresPlan === 1,
    planApproved: row.planApproved === 1,
  };
  const waits = {
    blockers: row.openBlockers > 0 || row.held === 1 ? await waitsFor(db, row.id) : [],
    deferredBy: row.asleepUntil === null ? undefined : await deferredBy(db, row.id),
  };
  const { id, title, status, holder, mergeHeld } = row;
  const reasons = notReadyReasons(facts, waits, row.now);
  return {
    id,
    title,
    priority: priorityOf(row.priority),
    status,
    holder,
    reasons:
      mergeHeld === null
        ? reasons
        : [{ why: 'merge-held', reason: mergeHeld }, ...reasons.filter(({ why }) => why !== 'status')],
  };
}
