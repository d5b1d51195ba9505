import { type Instant, type Page, toIso } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { CheckpointView } from '../model/task-view.ts';

type CheckpointRow = Omit<CheckpointView, 'files' | 'createdAt'> & {
  readonly files: string;
  readonly createdAt: Instant;
};

const select = `SELECT c.id, t.id AS taskId, c.sequence, c.type, c.text, c.files, c.commit_sha AS "commit", c.author,
  c.run_id AS runId, c.created_at AS createdAt
FROM task_checkpoints c JOIN tasks t ON t.n = c.task_n`;

/** The checkpoints of a task by its whole id, in sequence. */
export async function listCheckpoints(
  db: ReadDb,
  filter: { readonly taskId: string; readonly type?: string | undefined },
): Promise<Page<CheckpointView>> {
  const rows = await db.all<CheckpointRow>(
    `${select} WHERE t.id = :taskId AND (:type IS NULL OR c.type = :type) ORDER BY c.sequence`,
    { taskId: filter.taskId, type: filter.type ?? null },
  );
  return { items: rows.map(toView), total: rows.length, nextCursor: null };
}

/** The last ones, from which the work goes on, in sequence. */
export async function lastCheckpoints(db: ReadDb, taskId: string, most = 5): Promise<readonly CheckpointView[]> {
  const rows = await db.all<CheckpointRow>(`${select} WHERE t.id = ? ORDER BY c.sequence DESC LIMIT ?`, [taskId, most]);
  return rows.map(toView).reverse();
}

function toView(row: CheckpointRow): CheckpointView {
  return { ...row, files: JSON.parse(row.files), createdAt: toIso(row.createdAt) };
}
