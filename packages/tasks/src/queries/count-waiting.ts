import type { ReadDb } from '@cw/storage';
import { blockingCondition, unmetCondition } from './ready-sql.ts';

/** Parents of what is not done are passed, since others may wait for them, but are not counted themselves. */
const countSql = `WITH RECURSIVE waiting(n, waits) AS (
  SELECT t.n, 1 FROM tasks t WHERE t.id = ?
  UNION
  SELECT d.task_n, 1 FROM waiting w CROSS JOIN task_dependencies d ON d.on_n = w.n CROSS JOIN tasks b ON b.n = d.on_n
    CROSS JOIN tasks t ON t.n = d.task_n
  WHERE ${blockingCondition} AND ${unmetCondition} AND t.status <> 'closed' AND t.deleted_at IS NULL
  UNION
  SELECT c.n, 1 FROM waiting w CROSS JOIN tasks c ON c.parent_n = w.n
  WHERE w.waits = 1 AND c.held = 1 AND c.status <> 'closed' AND c.deleted_at IS NULL
  UNION
  SELECT p.n, 0 FROM waiting w CROSS JOIN tasks c ON c.n = w.n CROSS JOIN tasks p ON p.n = c.parent_n
  WHERE c.status <> 'closed' AND p.status <> 'closed' AND p.deleted_at IS NULL
)
SELECT count(DISTINCT w.n) AS n FROM waiting w CROSS JOIN tasks t ON t.n = w.n WHERE w.waits = 1 AND t.id <> ?`;

/** How many unfinished tasks wait for one, directly or not: what needs it, what needs that, and what is below any of it. */
export async function countWaitingFor(db: ReadDb, id: string): Promise<number> {
  return (await db.get<{ n: number }>(countSql, [id, id]))?.n ?? 0;
}
