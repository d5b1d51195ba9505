import type { ReadDb } from '@cw/storage';
import type { DependencyType, WaitGate } from '../model/task-view.ts';
import { unmetCondition } from './ready-sql.ts';

/** One link of the graph of tasks. */
export type GraphEdge = {
  /** The task that needs; of `parent-child`, the child. */
  readonly task: string;
  /** The task that is needed; of `parent-child`, the parent. */
  readonly on: string;
  readonly type: DependencyType;
  /** Only of `waits-for`. */
  readonly gate?: WaitGate;
  /** Whether it still makes the task wait. */
  readonly unmet: boolean;
};

export type GraphFilter = {
  /** Whole id: links that touch a task of this project. */
  readonly projectId?: string | undefined;
};

type EdgeRow = Omit<GraphEdge, 'gate' | 'unmet'> & { readonly gate: WaitGate | null; readonly unmet: number };

const edgesSql = `SELECT t.id AS task, b.id AS "on", d.type, d.gate, ${unmetCondition} AS unmet
  FROM task_dependencies d JOIN tasks t ON t.n = d.task_n JOIN tasks b ON b.n = d.on_n
  WHERE t.deleted_at IS NULL AND b.deleted_at IS NULL AND (:projectId IS NULL OR :projectId IN (t.project_id, b.project_id))
  UNION ALL
  SELECT t.id, b.id, 'parent-child', NULL, 0 FROM tasks t JOIN tasks b ON b.n = t.parent_n
  WHERE t.deleted_at IS NULL AND b.deleted_at IS NULL AND (:projectId IS NULL OR :projectId IN (t.project_id, b.project_id))`;

/** Every link between tasks outside the trash, parents included, for the graph of them. */
export async function listGraphEdges(db: ReadDb, filter: GraphFilter): Promise<readonly GraphEdge[]> {
  const rows = await db.all<EdgeRow>(edgesSql, { projectId: filter.projectId ?? null });
  return rows.map(({ task, on, type, gate, unmet }) => ({
    task,
    on,
    type,
    ...(type === 'waits-for' ? { gate: gate ?? 'all' } : {}),
    unmet: unmet === 1,
  }));
}
