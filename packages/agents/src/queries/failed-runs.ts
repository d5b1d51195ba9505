import type { Instant } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';

export type FailedRun = {
  readonly id: string;
  readonly taskTitle: string;
  readonly reason: string | null;
  readonly endedAt: Instant;
};

/** Of how many of the last runs it is looked whether they failed. */
const lookedAt = 500;

/** Runs that failed or were lost of late, the newest first. */
export async function lastFailedRuns(db: ReadDb, limit: number): Promise<readonly FailedRun[]> {
  return db.all<FailedRun>(
    `SELECT r.id, coalesce(t.title, r.task_id) AS taskTitle, told(r.reason) AS reason, r.ended_at AS endedAt
     FROM (SELECT * FROM runs ORDER BY n DESC LIMIT ${lookedAt}) r LEFT JOIN task_view t ON t.id = r.task_id
     WHERE r.outcome IN ('failed', 'lost') ORDER BY r.n DESC LIMIT ?`,
    [limit],
  );
}
