import type { ReadDb } from '@cw/storage';
import type { DependencyType, TaskRow, WaitGate } from '../model/task-view.ts';
import { taskRows } from './list-tasks.ts';
import { blockingCondition } from './ready-sql.ts';

/** `down`: what must be done before the task is; `up`: what waits for it. */
export type TreeDirection = 'down' | 'up';

export type TreeNode = Pick<TaskRow, 'id' | 'title' | 'status' | 'state' | 'priority'> & {
  /** How it hangs on the task above; null for the first. */
  readonly type: DependencyType | null;
  readonly gate?: WaitGate;
  /** What is below it is shown where it stands for the first time. */
  readonly repeated: boolean;
  /** How many are below it that are not shown, for they are too deep. */
  readonly hidden: number;
  readonly below: readonly TreeNode[];
};

type EdgeRow = {
  readonly above: string;
  readonly id: string;
  readonly type: DependencyType;
  readonly gate: WaitGate | null;
};

const downSql = `SELECT t.id AS above, o.id, d.type, d.gate
  FROM json_each(?) j JOIN tasks t ON t.id = j.value
  JOIN task_dependencies d ON d.task_n = t.n JOIN tasks o ON o.n = d.on_n
  WHERE ${blockingCondition} AND o.deleted_at IS NULL
  UNION ALL
  SELECT t.id, c.id, 'parent-child', NULL FROM json_each(?) j JOIN tasks t ON t.id = j.value
  JOIN tasks c ON c.parent_n = t.n WHERE c.deleted_at IS NULL`;

const upSql = `SELECT t.id AS above, o.id, d.type, d.gate
  FROM json_each(?) j JOIN tasks t ON t.id = j.value
  JOIN task_dependencies d ON d.on_n = t.n JOIN tasks o ON o.n = d.task_n
  WHERE ${blockingCondition} AND o.deleted_at IS NULL
  UNION ALL
  SELECT t.id, p.id, 'parent-child', NULL FROM json_each(?) j JOIN tasks t ON t.id = j.value
  JOIN tasks p ON p.n = t.parent_n WHERE p.deleted_at IS NULL`;

export type TreeInput = { readonly id: string; readonly direction: TreeDirection; readonly depth: number };

/** The tasks that one waits for, or that wait for it, as a tree; undefined when there is no such task. */
export async function dependencyTree(db: ReadDb, input: TreeInput): Promise<TreeNode | undefined> {
  const edges = await readEdges(db, input);
  const ids = new Set([input.id, ...[...edges.values()].flat().map((edge) => edge.id)]);
  const rows = await taskRows(db, [...ids]);
  const root = rows.get(input.id);
  return (
    root && growTree({ edges, rows, depth: input.depth, expanded: new Set() }, { row: root, edge: null, level: 0 })
  );
}

type Edges = ReadonlyMap<string, readonly EdgeRow[]>;

/** Edges by the task above, a level at a time. */
async function readEdges(db: ReadDb, { id, direction, depth }: TreeInput): Promise<Edges> {
  const edges = new Map<string, EdgeRow[]>();
  let level: readonly string[] = [id];
  for (let at = 0; at <= depth && level.length > 0; at += 1) {
    const names = JSON.stringify(level);
    for (const one of level) edges.set(one, []);
    const next = new Set<string>();
    for (const row of await db.all<EdgeRow>(direction === 'down' ? downSql : upSql, [names, names])) {
      edges.get(row.above)?.push(row);
      if (!edges.has(row.id)) next.add(row.id);
    }
    level = [...next];
  }
  return edges;
}

type Growth = {
  readonly edges: Edges;
  readonly rows: ReadonlyMap<string, TaskRow>;
  readonly depth: number;
  readonly expanded: Set<string>;
};

type Place = { readonly row: TaskRow; readonly edge: EdgeRow | null; readonly level: number };

function growTree(growth: Growth, { row, edge, level }: Place): TreeNode {
  const { edges, rows, depth, expanded } = growth;
  const own = edges.get(row.id) ?? [];
  const repeated = expanded.has(row.id);
  const tooDeep = level >= depth;
  if (!tooDeep) expanded.add(row.id);
  const shown = repeated || tooDeep ? [] : own;
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    state: row.state,
    priority: row.priority,
    type: edge?.type ?? null,
    ...(edge?.type === 'waits-for' ? { gate: edge.gate ?? 'all' } : {}),
    repeated,
    hidden: tooDeep && !repeated ? own.length : 0,
    below: shown.flatMap((next) => {
      const below = rows.get(next.id);
      return below ? [growTree(growth, { row: below, edge: next, level: level + 1 })] : [];
    }),
  };
}
