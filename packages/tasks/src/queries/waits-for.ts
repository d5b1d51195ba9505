import type { ReadDb } from '@cw/storage';
import { unmetCondition } from './ready-sql.ts';

const sql = `
WITH RECURSIVE up(n, level) AS (
  SELECT t.n, 0 FROM tasks t WHERE t.id = ?
  UNION ALL
  SELECT t.parent_n, up.level + 1 FROM up JOIN tasks t ON t.n = up.n
  JOIN tasks p ON p.n = t.parent_n AND p.status <> 'closed' AND p.deleted_at IS NULL
)
SELECT id, min(level) AS level FROM (
  SELECT b.id, up.level FROM up JOIN task_dependencies d ON d.task_n = up.n JOIN tasks b ON b.n = d.on_n
  WHERE ${unmetCondition}
  UNION ALL
  SELECT t.id, up.level FROM up JOIN tasks t ON t.n = up.n WHERE up.level > 0 AND t.status = 'blocked'
) GROUP BY id ORDER BY level, id`;

/**
 * Ids of what keeps a task from beginning: unmet dependencies of its own and of its open ancestors, and ancestors that
 * are themselves blocked. The nearest come first.
 */
export async function waitsFor(db: ReadDb, id: string): Promise<readonly string[]> {
  return (await db.all<{ id: string }>(sql, [id])).map((row) => row.id);
}
