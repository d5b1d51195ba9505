import { readSetting } from '@cw/config';
import { storeReason } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { childrenClosed } from '../model/task-reason.ts';
import type { TaskName } from '../model/task-view.ts';
import { blockingCondition, givenUpCondition, readyCondition, unmetCondition } from '../queries/ready-sql.ts';
import { closeParentsKey } from '../tasks-config.ts';

const named = 'named(n) AS (SELECT t.n FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value)';

const readySql = `WITH RECURSIVE ${named},
freed(n) AS (
  SELECT n FROM named
  UNION SELECT d.task_n FROM named CROSS JOIN task_dependencies d ON d.on_n = named.n
  UNION SELECT d.task_n FROM named CROSS JOIN tasks t ON t.n = named.n
    CROSS JOIN task_dependencies d ON d.on_n = t.parent_n AND d.type = 'waits-for'
  UNION SELECT c.n FROM freed CROSS JOIN tasks c ON c.parent_n = freed.n
),
near(n) AS (SELECT n FROM freed UNION SELECT t.parent_n FROM named CROSS JOIN tasks t ON t.n = named.n)
SELECT t.id, t.title, t.dispatch <> 'manual' AS isQueued FROM near CROSS JOIN tasks t ON t.n = near.n
WHERE ${readyCondition} ORDER BY t.priority, t.created_at, t.n`;

/**
 * What is ready of all that may become so by a change of some tasks, best first: those tasks, their parents, what needs
 * them, and what is below any of it.
 */
export async function readyNear(
  db: ReadDb,
  ids: readonly string[],
): Promise<readonly (TaskName & { readonly isQueued: boolean })[]> {
  const rows = await db.all<TaskName & { isQueued: number }>(readySql, [JSON.stringify(ids)]);
  return rows.map((row) => ({ ...row, isQueued: row.isQueued === 1 }));
}

const waitingSql = `WITH ${named}
SELECT t.id, t.title FROM tasks t WHERE t.status <> 'closed' AND t.deleted_at IS NULL AND t.n IN (
  SELECT d.task_n FROM named CROSS JOIN tasks b ON b.n = named.n CROSS JOIN task_dependencies d ON d.on_n = b.n
  WHERE ${givenUpCondition('b')} AND ${blockingCondition} AND ${unmetCondition}
  UNION
  SELECT c.n FROM named CROSS JOIN tasks b ON b.n = named.n CROSS JOIN tasks c ON c.parent_n = b.n WHERE ${givenUpCondition('b')}
) ORDER BY t.priority, t.created_at, t.n`;

/** Unfinished tasks that wait for those of these that were given up: what needs them, and their children. */
export function waitingForGivenUp(db: ReadDb, ids: readonly string[]): Promise<readonly TaskName[]> {
  return db.all<TaskName>(waitingSql, [JSON.stringify(ids)]);
}

/** A parent whose children are all closed, and which could be closed itself. */
export type FinishedParent = TaskName & {
  readonly isEpic: boolean;
  /** At least one of its children is done, and none has failed. */
  readonly isDone: boolean;
};

const childWith = (outcome: 'done' | 'failed') =>
  `EXISTS (SELECT 1 FROM tasks c WHERE c.parent_n = p.n AND c.deleted_at IS NULL AND c.outcome = '${outcome}')`;

const finishedSql = `WITH ${named}
SELECT p.id, p.title, p.type = 'epic' AS isEpic, ${childWith('done')} AND NOT ${childWith('failed')} AS isDone
FROM tasks p WHERE p.n IN (SELECT t.parent_n FROM named CROSS JOIN tasks t ON t.n = named.n)
  AND p.status = 'open' AND p.lease_holder IS NULL AND p.deleted_at IS NULL AND p.open_children = 0 AND p.closed_children > 0
  AND p.open_blockers = 0 AND p.held = 0 AND (p.requires_plan = 0 OR p.plan_approved = 1)
ORDER BY p.priority, p.created_at, p.n`;

/** Parents of tasks that have no open child and wait for nothing else. */
export async function finishedParents(db: ReadDb, ids: readonly string[]): Promise<readonly FinishedParent[]> {
  const rows = await db.all<TaskName & { isEpic: number; isDone: number }>(finishedSql, [JSON.stringify(ids)]);
  return rows.map((row) => ({ ...row, isEpic: row.isEpic === 1, isDone: row.isDone === 1 }));
}

const closedByChildrenSql = `WITH ${named}
SELECT p.id, p.title FROM tasks p WHERE p.n IN (SELECT t.parent_n FROM named CROSS JOIN tasks t ON t.n = named.n)
  AND p.status = 'closed' AND p.deleted_at IS NULL AND p.open_children > 0 AND p.close_reason = ?
ORDER BY p.priority, p.created_at, p.n`;

/** Parents of tasks that were closed because all of their children were, and have one that is open. */
export function closedByChildren(db: ReadDb, ids: readonly string[]): Promise<readonly TaskName[]> {
  return db.all<TaskName>(closedByChildrenSql, [JSON.stringify(ids), storeReason(childrenClosed)]);
}

/** Whether a setting has a parent closed once its children are. One that was assigned has work of its own, unless it is an epic. */
export async function closesItself(
  db: ReadDb,
  id: string,
  { isEpic }: Pick<FinishedParent, 'isEpic'>,
): Promise<boolean> {
  const found = await db.get<{ projectId: string | null; isQueued: number }>(
    "SELECT project_id AS projectId, dispatch <> 'manual' AS isQueued FROM tasks WHERE id = ?",
    [id],
  );
  const scope = { project: found?.projectId ?? undefined, task: id };
  const { value } = await readSetting(db, closeParentsKey, scope);
  return isEpic ? value !== 'no' : value === 'all' && found?.isQueued === 0;
}
