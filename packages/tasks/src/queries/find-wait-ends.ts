import type { ReadDb } from '@cw/storage';
import type { WaitEnd } from '../model/task-view.ts';
import { type Wait, type WaitGraph, type WaitingTask, waitEnds } from '../model/wait-ends.ts';
import {
  blockingCondition,
  givenUpCondition,
  givenUpReason,
  needsPlanCondition,
  unmetCondition,
  unmetReason,
} from './ready-sql.ts';
import { withState } from './task-row.ts';

const reached = `WITH RECURSIVE reached(n) AS (
  SELECT t.n FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value
  UNION
  SELECT d.on_n FROM reached r CROSS JOIN task_dependencies d ON d.task_n = r.n CROSS JOIN tasks b ON b.n = d.on_n
  WHERE ${blockingCondition} AND ${unmetCondition}
  UNION
  SELECT t.parent_n FROM reached r CROSS JOIN tasks t ON t.n = r.n WHERE t.held = 1 AND t.parent_n IS NOT NULL
  UNION
  SELECT c.n FROM reached r CROSS JOIN tasks c ON c.parent_n = r.n WHERE c.status <> 'closed' AND c.deleted_at IS NULL
)`;

const tasksSql = `${reached}
SELECT t.n, t.id, t.title, s.state, s.pending, told(t.status_reason) AS said, t.dispatch, t.lease_holder AS holder, t.type,
  t.parent_n AS parentN, t.held, t.closed_children AS closedChildren, ${needsPlanCondition} AS needsPlan,
  t.asleep_until AS asleepUntil, now_ms() AS now
FROM reached CROSS JOIN tasks t ON t.n = reached.n ${withState} WHERE t.status <> 'closed' AND t.deleted_at IS NULL ORDER BY t.n`;

const waitsSql = `${reached}
SELECT r.n AS waiting, b.n, b.id, b.title, ${unmetReason} AS reason
FROM reached r CROSS JOIN task_dependencies d ON d.task_n = r.n CROSS JOIN tasks b ON b.n = d.on_n
WHERE ${blockingCondition} AND ${unmetCondition}
UNION ALL
SELECT r.n, p.n, p.id, p.title, ${givenUpReason('p')}
FROM reached r CROSS JOIN tasks t ON t.n = r.n CROSS JOIN tasks p ON p.n = t.parent_n WHERE ${givenUpCondition('p')}`;

type TaskRecord = Omit<WaitingTask, 'held' | 'needsPlan'> & {
  readonly held: number;
  readonly needsPlan: number;
  readonly now: number;
};

/** What each of some tasks waits for in the end, by whole id; of one that is closed nothing. */
export async function findWaitEnds(
  db: ReadDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly WaitEnd[]>> {
  const among = JSON.stringify(ids);
  const rows = await db.all<TaskRecord>(tasksSql, [among]);
  const waits = await db.all<Wait & { readonly waiting: number }>(waitsSql, [among]);
  const graph = graphOf(rows, waits);
  const wanted = new Set(ids);
  return new Map(rows.filter(({ id }) => wanted.has(id)).map(({ id, n }) => [id, waitEnds(graph, n)]));
}

function graphOf(rows: readonly TaskRecord[], waits: readonly (Wait & { readonly waiting: number })[]): WaitGraph {
  const tasks = rows.map(({ now: _, held, needsPlan, ...row }): WaitingTask => {
    return { ...row, held: held === 1, needsPlan: needsPlan === 1 };
  });
  return {
    tasks: new Map(tasks.map((task) => [task.n, task])),
    children: grouped(
      tasks,
      ({ parentN }) => parentN,
      ({ n }) => n,
    ),
    waits: grouped(
      waits,
      ({ waiting }) => waiting,
      ({ waiting: _, ...wait }) => wait,
    ),
    now: rows[0]?.now ?? 0,
  };
}

function grouped<T, Value>(
  items: readonly T[],
  by: (item: T) => number | null,
  to: (item: T) => Value,
): ReadonlyMap<number, readonly Value[]> {
  const groups = new Map<number, Value[]>();
  for (const item of items) {
    const key = by(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(to(item));
    else groups.set(key, [to(item)]);
  }
  return groups;
}
