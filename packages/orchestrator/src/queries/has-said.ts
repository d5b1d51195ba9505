import type { RunRecord } from '@cw/agents';
import type { ReadDb } from '@cw/storage';

/** Whether a comment with this text was put on the task of a run since the run was made. */
export async function hasSaid(
  db: ReadDb,
  run: Pick<RunRecord, 'taskId' | 'createdAt'>,
  text: string,
): Promise<boolean> {
  const row = await db.get(
    `SELECT 1 FROM task_comment_view c JOIN task_view t ON t.n = c.task_n
     WHERE t.id = ? AND c.text = ? AND c.created_at >= ? LIMIT 1`,
    [run.taskId, text, run.createdAt],
  );
  return row !== undefined;
}
