import { type Instant, type IsoTime, toIso } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { readyCondition } from '@cw/tasks';

/** How the work of the whole workspace stands. */
export type WorkFigures = {
  /** Ready tasks, and those of them that agents are to be started for. */
  readonly ready: number;
  readonly toStart: number;
  readonly running: number;
  readonly resting: number;
  readonly merging: number;
  /** Tasks that stand still without a person, and agents that wait for an answer. */
  readonly needsYou: number;
  /** Since when the one that has waited longest for its start or its merge does so. */
  readonly oldestWaitSince: IsoTime | null;
  readonly leases: {
    /** Held by agents until a time, and by people without one. */
    readonly byAgents: number;
    readonly byPeople: number;
    /** Over, and not yet given back. */
    readonly expired: number;
  };
};

type Row = Omit<WorkFigures, 'oldestWaitSince' | 'leases'> &
  WorkFigures['leases'] & { readonly oldestTask: Instant | null; readonly oldestMerge: Instant | null };

const toStart = `${readyCondition} AND t.dispatch <> 'manual' AND t.project_id IS NOT NULL AND t.lease_holder IS NULL`;

/** Counted in one pass over the tasks that are not closed. */
export async function workFigures(db: ReadDb): Promise<WorkFigures> {
  const row = await db.get<Row>(
    `SELECT count(*) FILTER (WHERE ${readyCondition}) AS ready, count(*) FILTER (WHERE ${toStart}) AS toStart,
       count(*) FILTER (WHERE t.stage = 'resting') AS resting, count(*) FILTER (WHERE t.stage = 'merging') AS merging,
       count(*) FILTER (WHERE t.status = 'blocked') + (SELECT count(*) FROM run_view r WHERE r.ended_at IS NULL AND EXISTS (
         SELECT 1 FROM inbox_view i WHERE i.run_id = r.id AND i.subject LIKE 'ask:%' AND i.state = 'open')) AS needsYou,
       (SELECT count(*) FROM run_view WHERE ended_at IS NULL) AS running,
       min(t.updated_at) FILTER (WHERE ${toStart}) AS oldestTask,
       (SELECT min(created_at) FROM merge_view WHERE ended_at IS NULL AND state = 'queued') AS oldestMerge,
       count(*) FILTER (WHERE t.status = 'in_progress' AND t.lease_holder IS NOT NULL AND t.lease_expires_at IS NULL) AS byPeople,
       count(*) FILTER (WHERE t.lease_expires_at > now_ms() OR (t.lease_expires_at IS NOT NULL AND t.stage IS NOT NULL)) AS byAgents,
       count(*) FILTER (WHERE t.lease_expires_at <= now_ms() AND t.stage IS NULL) AS expired
     FROM task_view t WHERE t.status <> 'closed' AND t.deleted_at IS NULL`,
  );
  if (!row) throw new Error('a count has no row');
  const { byAgents, byPeople, expired, oldestTask, oldestMerge, ...figures } = row;
  const waits = [oldestTask, oldestMerge].filter((at) => at !== null);
  return {
    ...figures,
    oldestWaitSince: waits.length === 0 ? null : toIso(Math.min(...waits)),
    leases: { byAgents, byPeople, expired },
  };
}
