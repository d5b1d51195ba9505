import { err, ok, type Page, type Result, toIso, toIsoOrNull } from '@cw/kernel';
import { findByStart, type PageAsk, type ReadDb, readPage, type SqlValue } from '@cw/storage';
import { countWaitingFor } from '@cw/tasks';
import { type CauseDetails, type CauseName, causeOf } from '../model/cause.ts';
import type { ItemFailure, ItemKind, ItemState, ItemView } from '../model/item.ts';
import { matterOf } from '../model/matter.ts';

type RawItem = Omit<
  ItemView,
  'waiting' | 'details' | 'choices' | 'answer' | 'createdAt' | 'expiresAt' | 'endedAt' | 'deliveredAt'
> & {
  readonly n: number;
  readonly details: string;
  readonly choices: string;
  readonly answer: string | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly endedAt: number | null;
  readonly deliveredAt: number | null;
};

/**
 * An item about a task is over as soon as the task waits for nobody any more, whatever made it go on: what is shown is
 * what is the case. So it is with approvals that were given through another door.
 */
const stateSql = `CASE WHEN i.state = 'open' AND (
    (i.subject LIKE 'task:%' AND coalesce(t.status, '') <> 'blocked')
    OR (i.subject LIKE 'gate:%' AND (coalesce(t.status, '') <> 'closed' OR NOT EXISTS (
      SELECT 1 FROM task_text_view b WHERE b.task_n = t.n AND b.gate = 1 AND b.gate_approved_at IS NULL)))
    OR (i.subject LIKE 'plan:%' AND (coalesce(t.status, 'closed') = 'closed' OR t.plan_approved = 1 OR t.requires_plan = 0)))
  THEN 'over' ELSE i.state END`;

/** Whether an item waits, over {@link itemTables}. */
export const isOpenSql = `i.state = 'open' AND ${stateSql} = 'open'`;

const columns = `i.n, i.id, i.kind, i.subject, i.project_id AS projectId, p.name AS projectName, i.task_id AS taskId,
  t.title AS taskTitle, i.run_id AS runId, a.name AS agentName, a.role AS agentRole, told(i.title) AS title,
  told(i.text) AS text, i.details, i.choices, ${stateSql} AS state, i.answer,
  i.answered_by AS answeredBy, i.answered_via AS answeredVia, i.created_at AS createdAt, i.expires_at AS expiresAt,
  i.ended_at AS endedAt, i.delivered_at AS deliveredAt`;
/** Items with what they are about. */
export const itemTables = `inbox_items i LEFT JOIN task_view t ON t.id = i.task_id AND t.deleted_at IS NULL
  LEFT JOIN project_view p ON p.id = i.project_id LEFT JOIN run_view r ON r.id = i.run_id
  LEFT JOIN agent_view a ON a.id = r.agent_id`;

/** What concerns a project: its own items, and those of all projects. */
const ofProject = '(i.project_id IS NULL OR i.project_id = ?)';

export type ItemFilter = PageAsk & {
  /** @defaultValue true */
  readonly open?: boolean | undefined;
  readonly kind?: ItemKind | undefined;
  /** With what concerns all projects. */
  readonly projectId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly runId?: string | undefined;
};

/** Items: what is open with the oldest first, since somebody has waited longest for it; what is not with the newest first. */
export async function listItems(db: ReadDb, filter: ItemFilter = {}): Promise<Result<Page<ItemView>, ItemFailure>> {
  const { open = true } = filter;
  const conditions = [`${stateSql} ${open ? '=' : '<>'} 'open'`, ...(open ? ["i.state = 'open'"] : [])];
  const params: SqlValue[] = [];
  const equals = (column: string, value: string | undefined) => {
    if (value === undefined) return;
    conditions.push(`${column} = ?`);
    params.push(value);
  };
  equals('i.kind', filter.kind);
  if (filter.projectId !== undefined) {
    conditions.push(ofProject);
    params.push(filter.projectId);
  }
  equals('i.task_id', filter.taskId);
  equals('i.run_id', filter.runId);
  const list = { select: `SELECT ${columns} FROM ${itemTables}`, from: itemTables, conditions, params, key: 'i.n' };
  const page = await readPage(db, { noun: 'inbox', ...list, oldestFirst: open, toView }, filter);
  return page.ok ? ok({ ...page.value, items: await withWaiting(db, page.value.items) }) : page;
}

type Uncounted = Omit<ItemView, 'waiting'>;

/** Items with how many tasks wait for the task of each; nothing waits for one that is no longer open. */
async function withWaiting(db: ReadDb, items: readonly Uncounted[]): Promise<readonly ItemView[]> {
  const counts = new Map<string, number>();
  for (const { taskId, state } of items) {
    if (taskId !== null && state === 'open' && !counts.has(taskId))
      counts.set(taskId, await countWaitingFor(db, taskId));
  }
  return items.map((item) => ({ ...item, waiting: item.state === 'open' ? (counts.get(item.taskId ?? '') ?? 0) : 0 }));
}

async function counted(db: ReadDb, raw: RawItem | undefined): Promise<ItemView | undefined> {
  return raw && (await withWaiting(db, [toView(raw)]))[0];
}

/** How many items are open. */
export async function countOpen(db: ReadDb): Promise<number> {
  const row = await db.get<{ n: number }>(`SELECT count(*) AS n FROM ${itemTables} WHERE ${isOpenSql}`);
  return row?.n ?? 0;
}

export type KindCount = { readonly kind: ItemKind; readonly open: number };

/** How many items are open, by kind; of a project with what concerns all projects. */
export function countKinds(db: ReadDb, projectId?: string): Promise<readonly KindCount[]> {
  return db.all<KindCount>(
    `SELECT i.kind, count(*) AS open FROM ${itemTables} WHERE ${isOpenSql}
       ${projectId === undefined ? '' : `AND ${ofProject}`} GROUP BY i.kind`,
    projectId === undefined ? [] : [projectId],
  );
}

/** One item by its id or an unambiguous start of it. */
export async function findItem(db: ReadDb, item: string): Promise<Result<ItemView, ItemFailure>> {
  const id = await findByStart(db, { kind: 'inboxItem', from: 'inbox_items' }, item);
  if (!id.ok) {
    const { matches, meant } = id.error;
    return err(
      matches.length > 0 ? { kind: 'inbox.ambiguous', item, matches } : { kind: 'inbox.not-found', item, meant },
    );
  }
  const raw = await db.get<RawItem>(`SELECT ${columns} FROM ${itemTables} WHERE i.id = ?`, [id.value]);
  const found = await counted(db, raw);
  return found ? ok(found) : err({ kind: 'inbox.not-found', item });
}

/** What is open about a subject. */
export async function openItemOf(db: ReadDb, subject: string): Promise<ItemView | undefined> {
  const raw = await db.get<RawItem>(`SELECT ${columns} FROM ${itemTables} WHERE i.subject = ? AND i.state = 'open'`, [
    subject,
  ]);
  return counted(db, raw);
}

/** Whether people are told of one of these subjects, or have dismissed what is told of it. */
export async function isTold(db: ReadDb, subjects: readonly string[]): Promise<boolean> {
  const row = await db.get(
    `SELECT 1 FROM inbox_items WHERE subject IN (SELECT value FROM json_each(?))
       AND (state = 'open' OR (state = 'dismissed' AND delivered_at IS NULL)) LIMIT 1`,
    [JSON.stringify(subjects)],
  );
  return row !== undefined;
}

export type LastingCause = {
  readonly name: CauseName;
  /** What it is the cause at. */
  readonly of: string;
  readonly details: CauseDetails;
};

/** What holds work up at present, as people are told of it or have dismissed it. */
export async function listCauses(db: ReadDb): Promise<readonly LastingCause[]> {
  const rows = await db.all<{ subject: string; details: string }>(
    `SELECT subject, details FROM inbox_items
     WHERE state IN ('open', 'dismissed') AND subject >= 'cause:' AND subject < 'cause;' ORDER BY n`,
  );
  return rows.map(({ subject, details }) => ({ ...causeOf(matterOf(subject).id), details: JSON.parse(details) }));
}

/** When the next open item is answered by itself; undefined when none is. */
export async function nextExpiry(db: ReadDb): Promise<number | undefined> {
  const row = await db.get<{ at: number | null }>(
    "SELECT min(expires_at) AS at FROM inbox_items WHERE state = 'open' AND expires_at IS NOT NULL",
  );
  return row?.at ?? undefined;
}

function toView({ n: _, ...raw }: RawItem): Uncounted {
  const state: ItemState = raw.state;
  return {
    ...raw,
    state,
    details: JSON.parse(raw.details),
    choices: JSON.parse(raw.choices),
    answer: raw.answer === null ? null : JSON.parse(raw.answer),
    createdAt: toIso(raw.createdAt),
    expiresAt: toIsoOrNull(raw.expiresAt),
    endedAt: toIsoOrNull(raw.endedAt),
    deliveredAt: toIsoOrNull(raw.deliveredAt),
  };
}
