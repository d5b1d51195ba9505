import type { ReadDb } from '@cw/storage';
import type { Blocker } from '../model/task-view.ts';
import { asleepCondition, givenUpCondition, givenUpReason, unmetCondition, unmetReason } from './ready-sql.ts';

/** `CROSS JOIN` keeps SQLite to the order of the tables: it takes the few levels upwards for many, and reads all tasks. */
const upwards = `
WITH RECURSIVE up(n, level) AS (
  SELECT t.n, 0 FROM tasks t WHERE t.id = ?
  UNION ALL
  SELECT t.parent_n, up.level + 1 FROM up CROSS JOIN tasks t ON t.n = up.n
  CROSS JOIN tasks p ON p.n = t.parent_n AND p.status <> 'closed' AND p.deleted_at IS NULL
)`;

const blockersSql = `${upwards}
SELECT id, reason, min(level) AS level FROM (
  SELECT b.id, up.level, ${unmetReason} AS reason
  FROM up CROSS JOIN task_dependencies d ON d.task_n = up.n CROSS JOIN tasks b ON b.n = d.on_n WHERE ${unmetCondition}
  UNION ALL
  SELECT t.id, up.level, 'blocked' FROM up CROSS JOIN tasks t ON t.n = up.n WHERE up.level > 0 AND t.status = 'blocked'
  UNION ALL
  SELECT p.id, up.level + 1, ${givenUpReason('p')} FROM up CROSS JOIN tasks t ON t.n = up.n CROSS JOIN tasks p ON p.n = t.parent_n
  WHERE ${givenUpCondition('p')}
) GROUP BY id ORDER BY level, id`;

/**
 * What keeps a task from beginning: unmet dependencies of its own and of its open ancestors, and ancestors that are
 * themselves blocked or were given up. The nearest come first.
 */
export async function waitsFor(db: ReadDb, id: string): Promise<readonly Blocker[]> {
  const rows = await db.all<Blocker>(blockersSql, [id]);
  return rows.map(({ id: blocker, reason }) => ({ id: blocker, reason }));
}

const deferredSql = `${upwards}
SELECT t.id FROM up CROSS JOIN tasks t ON t.n = up.n
WHERE t.defer_until IS NOT NULL AND ${asleepCondition} ORDER BY t.defer_until DESC, up.level LIMIT 1`;

/** The task, itself or an open ancestor, whose date it sleeps to. */
export async function deferredBy(db: ReadDb, id: string): Promise<string | undefined> {
  return (await db.get<{ id: string }>(deferredSql, [id]))?.id;
}
