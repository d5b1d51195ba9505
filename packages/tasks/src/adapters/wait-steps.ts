import type { ReadDb } from '@cw/storage';
import type { Task } from '../model/task.ts';
import type { WaitNode, WaitStep } from '../model/waiting.ts';
import { blockingCondition } from '../queries/ready-sql.ts';

const sql = `
WITH RECURSIVE reached(n, point, via_n, via_point) AS (
  SELECT t.n, ?, NULL, NULL FROM tasks t WHERE t.id = ?
  UNION
  SELECT t.parent_n, 'begin', r.n, r.point FROM reached r JOIN tasks t ON t.n = r.n
  WHERE r.point = 'begin' AND t.parent_n IS NOT NULL AND t.id <> ?
  UNION
  SELECT d.on_n, iif(d.type = 'waits-for', 'children', 'done'), r.n, r.point
  FROM reached r JOIN task_dependencies d ON d.task_n = r.n WHERE r.point = 'begin' AND ${blockingCondition}
  UNION
  SELECT r.n, 'begin', r.n, r.point FROM reached r WHERE r.point = 'done'
  UNION
  SELECT r.n, 'children', r.n, r.point FROM reached r WHERE r.point = 'done'
  UNION
  SELECT c.n, 'done', r.n, r.point FROM reached r JOIN tasks c ON c.parent_n = r.n WHERE r.point = 'children' AND c.id <> ?
)
SELECT t.id, reached.point, v.id AS viaId, reached.via_point AS viaPoint
FROM reached JOIN tasks t ON t.n = reached.n LEFT JOIN tasks v ON v.n = reached.via_n`;

/**
 * Everything a point of a task waits for, breadth first, as `model/waiting.ts` describes it.
 * @param moving a task whose parent does not count: it is about to have another.
 */
export function readWaitSteps(db: ReadDb, from: WaitNode, moving = ''): Promise<WaitStep[]> {
  return db.all<WaitStep>(sql, [from.point, from.id, moving, moving]);
}

/**
 * False where surely no way leads from `on` to the beginning of a task: it has no children, neither it nor an ancestor
 * is needed, and `on` is none of those. So a long chain is not followed for each link that is added to its end.
 */
export async function mayLeadTo(db: ReadDb, task: Pick<Task, 'n'>, on: Pick<Task, 'n'>): Promise<boolean> {
  return (await db.get(leadSql, [task.n, task.n, on.n])) !== undefined;
}

const leadSql = `
WITH RECURSIVE up(n) AS (
  SELECT ? UNION SELECT t.parent_n FROM up JOIN tasks t ON t.n = up.n WHERE t.parent_n IS NOT NULL)
SELECT 1 WHERE EXISTS (SELECT 1 FROM tasks c WHERE c.parent_n = ?)
  OR EXISTS (SELECT 1 FROM up JOIN tasks t ON t.n = up.n WHERE t.dependents > 0 OR t.n = ?)`;
