import type { ReadDb } from '@cw/storage';
import type { WaitNode, WaitStep } from '../model/waiting.ts';
import { blockingCondition } from '../queries/ready-sql.ts';

const sql = `
WITH RECURSIVE reached(n, point, via_n, via_point) AS (
  SELECT t.n, ?, NULL, NULL FROM tasks t WHERE t.id = ?
  UNION
  SELECT t.parent_n, 'begin', r.n, r.point FROM reached r JOIN tasks t ON t.n = r.n
  WHERE r.point = 'begin' AND t.parent_n IS NOT NULL
  UNION
  SELECT d.on_n, iif(d.type = 'waits-for', 'children', 'done'), r.n, r.point
  FROM reached r JOIN task_dependencies d ON d.task_n = r.n WHERE r.point = 'begin' AND ${blockingCondition}
  UNION
  SELECT r.n, 'begin', r.n, r.point FROM reached r WHERE r.point = 'done'
  UNION
  SELECT r.n, 'children', r.n, r.point FROM reached r WHERE r.point = 'done'
  UNION
  SELECT c.n, 'done', r.n, r.point FROM reached r JOIN tasks c ON c.parent_n = r.n WHERE r.point = 'children'
)
SELECT t.id, reached.point, v.id AS viaId, reached.via_point AS viaPoint
FROM reached JOIN tasks t ON t.n = reached.n LEFT JOIN tasks v ON v.n = reached.via_n`;

/** Everything a point of a task waits for, breadth first, as `model/waiting.ts` describes it. */
export function readWaitSteps(db: ReadDb, from: WaitNode): Promise<WaitStep[]> {
  return db.all<WaitStep>(sql, [from.point, from.id]);
}
