import { ok, type Page, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { ListFailure } from '../model/task-failure.ts';
import type { TaskRow } from '../model/task-view.ts';
import { type ListInput, listTasks } from './list-tasks.ts';
import { type Condition, taskCondition } from './task-filter.ts';
import { orderBy, taskOrder } from './task-order.ts';
import { type TaskRowRecord, taskRowColumns, toTaskRow, withState } from './task-row.ts';

/** A task with what is below it. */
export type TaskNode = TaskRow & { readonly children: readonly TaskNode[] };

/**
 * Tasks that a filter means, as trees: a page of those whose parent is none of them, and below each what the filter
 * means of its children, all the way down. Each task stands in one place.
 */
export async function listTaskTree(db: ReadDb, input: ListInput): Promise<Result<Page<TaskNode>, ListFailure>> {
  const condition = taskCondition(input);
  if (!condition.ok) return condition;
  const order = taskOrder(input.sort ?? 'priority', input.reverse ?? false);
  if (!order.ok) return order;
  const roots = await listTasks(db, { ...input, also: [...(input.also ?? []), isRoot(condition.value)] });
  if (!roots.ok) return roots;
  const ids = roots.value.items.map(({ id }) => id);
  const below = await rowsBelow(db, ids, { condition: condition.value, order: orderBy(order.value) });
  const node = nodesOf(below);
  return ok({ ...roots.value, items: roots.value.items.map(node) });
}

/** Everything below a task, by its whole id, closed or not. */
export async function treeBelow(db: ReadDb, id: string): Promise<readonly TaskNode[]> {
  const condition: Condition = { sql: 't.deleted_at IS NULL', params: [] };
  const rows = await rowsBelow(db, [id], { condition, order: 't.priority, t.created_at, t.n' });
  return rows.filter(({ parentId }) => parentId === id).map(nodesOf(rows, [id]));
}

/**
 * Makes a task a node with those of `rows` that are below it. Each has one place, even where another program wrote parents
 * that go round in a circle.
 * @param above ids that are placed already.
 */
function nodesOf(rows: readonly TaskRow[], above: readonly string[] = []): (row: TaskRow) => TaskNode {
  const placed = new Set(above);
  const byParent = new Map<string, TaskRow[]>();
  for (const row of rows) {
    if (row.parentId === null) continue;
    const siblings = byParent.get(row.parentId);
    if (siblings) siblings.push(row);
    else byParent.set(row.parentId, [row]);
  }
  const node = (row: TaskRow): TaskNode => {
    placed.add(row.id);
    const below = (byParent.get(row.id) ?? []).filter(({ id }) => !placed.has(id));
    return { ...row, children: below.map(node) };
  };
  return node;
}

/** A task whose parent is not meant; of parents that go round in a circle, the one that is there longest. */
function isRoot({ sql, params }: Condition): Condition {
  const above = `WITH RECURSIVE up(n) AS (SELECT t.parent_n
      UNION SELECT t.parent_n FROM up CROSS JOIN tasks t ON t.n = up.n WHERE t.parent_n IS NOT NULL AND ${sql})
    SELECT n FROM up`;
  return {
    sql: `(t.parent_n IS NULL OR t.parent_n NOT IN (SELECT t.n FROM tasks t WHERE ${sql})
      OR (t.n IN (${above}) AND t.n = (SELECT min(n) FROM (${above}))))`,
    params: [...params, ...params, ...params],
  };
}

async function rowsBelow(
  db: ReadDb,
  roots: readonly string[],
  { condition, order }: { readonly condition: Condition; readonly order: string },
): Promise<readonly TaskRow[]> {
  const rows = await db.all<TaskRowRecord>(
    `WITH RECURSIVE below(n) AS (
       SELECT t.n FROM tasks t WHERE t.parent_n IN (SELECT r.n FROM tasks r WHERE r.id IN (SELECT value FROM json_each(?)))
         AND ${condition.sql}
       UNION SELECT t.n FROM below CROSS JOIN tasks t ON t.parent_n = below.n WHERE ${condition.sql})
     SELECT ${taskRowColumns} FROM below CROSS JOIN tasks t ON t.n = below.n CROSS ${withState} ORDER BY ${order}`,
    [JSON.stringify(roots), ...condition.params, ...condition.params],
  );
  return rows.map(toTaskRow);
}
