import type { ReadDb } from '@cw/storage';
import type { Artifact, Priority, TaskOutcome } from '../model/task-view.ts';
import { readyCondition } from './ready-sql.ts';
import { priorityOf } from './task-row.ts';

/** A task that an agent may be started for. */
export type Dispatchable = {
  readonly id: string;
  readonly title: string;
  readonly projectId: string;
  readonly priority: Priority;
  /** The agent or role it was assigned to. */
  readonly assignee: string | null;
  readonly hasScript: boolean;
};

/** Ready tasks that somebody assigned, or whose project starts them by itself: most urgent first, then oldest. */
export async function listDispatchable(db: ReadDb, limit: number): Promise<readonly Dispatchable[]> {
  const rows = await db.all<Omit<Dispatchable, 'priority' | 'hasScript'> & { priority: number; hasScript: number }>(
    `SELECT t.id, t.title, t.project_id AS projectId, t.priority, t.assignee, b.script IS NOT NULL AS hasScript
     FROM tasks t INDEXED BY tasks_dispatch LEFT JOIN task_bodies b ON b.task_n = t.n
     WHERE t.dispatch <> 'manual' AND ${readyCondition} AND t.project_id IS NOT NULL AND t.lease_holder IS NULL
     ORDER BY t.priority, t.created_at, t.n LIMIT ?`,
    [limit],
  );
  return rows.map((row) => ({ ...row, priority: priorityOf(row.priority), hasScript: row.hasScript === 1 }));
}

/** What came of something that a task needed. */
export type DependencyResult = {
  readonly id: string;
  readonly title: string;
  readonly outcome: TaskOutcome;
  readonly closeReason: string | null;
  readonly artifacts: readonly Artifact[];
};

/** Results of the closed tasks that a task depends on, in the order they were closed. */
export async function dependencyResults(db: ReadDb, id: string): Promise<readonly DependencyResult[]> {
  const rows = await db.all<Omit<DependencyResult, 'artifacts'> & { n: number }>(
    `SELECT DISTINCT o.n, o.id, o.title, o.outcome, o.close_reason AS closeReason
     FROM tasks t JOIN task_dependencies d ON d.task_n = t.n JOIN tasks o ON o.n = d.on_n
     WHERE t.id = ? AND d.type <> 'related' AND o.status = 'closed' ORDER BY o.closed_at, o.n`,
    [id],
  );
  const results: DependencyResult[] = [];
  for (const { n, ...result } of rows) {
    const artifacts = await db.all<Artifact>('SELECT kind, value FROM task_artifacts WHERE task_n = ? ORDER BY n', [n]);
    results.push({ ...result, artifacts });
  }
  return results;
}
