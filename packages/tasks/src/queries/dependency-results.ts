import type { ReadDb } from '@cw/storage';
import type { Artifact, TaskOutcome } from '../model/task-view.ts';

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
    `SELECT DISTINCT o.n, o.id, o.title, o.outcome, told(o.close_reason) AS closeReason
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
