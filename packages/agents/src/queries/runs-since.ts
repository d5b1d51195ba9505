import type { Instant } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';

/** The first run of any of these tasks that was made after a moment. */
export async function firstRunSince(
  db: ReadDb,
  { taskIds, since }: { readonly taskIds: readonly string[]; readonly since: Instant },
): Promise<{ readonly id: string; readonly taskId: string } | undefined> {
  return db.get(
    `SELECT id, task_id AS taskId FROM runs WHERE created_at > ? AND task_id IN (SELECT value FROM json_each(?)) ORDER BY n LIMIT 1`,
    [since, JSON.stringify(taskIds)],
  );
}
