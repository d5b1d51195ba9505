import type { Instant } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { type FailedRun, failuresNotCounted } from '../model/mass-failure.ts';

/** How far back runs are looked at; more cannot fail in the time that counts. */
const mostRuns = 2_000;

/**
 * Runs that failed since a moment in a way that may have a common cause. One that vanished (a reboot, a kill) is none,
 * unless it was ended because nothing was heard of it.
 */
export async function recentFailures(db: ReadDb, since: Instant): Promise<readonly FailedRun[]> {
  return db.all(
    `SELECT task_id AS taskId, project_id AS projectId, ended_at AS endedAt FROM run_view
     WHERE n > (SELECT max(n) FROM run_view) - ? AND ended_at > ?
       AND (outcome = 'failed' AND (failure IS NULL OR failure NOT IN (SELECT value FROM json_each(?)))
         OR outcome = 'lost' AND stall IS NOT NULL)`,
    [mostRuns, since, JSON.stringify(failuresNotCounted)],
  );
}

/** When the starting of agents was last resumed by a person, in a project or, for an empty scope, everywhere; 0: never. */
export async function lastResumed(db: ReadDb, scope: string): Promise<Instant> {
  const row = await db.get<{ at: Instant }>(
    "SELECT at FROM event_view WHERE entity = ? AND type = 'dispatch.resumed' ORDER BY seq DESC LIMIT 1",
    [scope === '' ? 'workspace' : scope],
  );
  return row?.at ?? 0;
}
