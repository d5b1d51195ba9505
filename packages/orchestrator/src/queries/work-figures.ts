import { type Instant, type IsoTime, toIsoOrNull } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';

/** How the work of the whole workspace stands. */
export type WorkFigures = {
  /** Ready tasks, and those of them that agents are to be started for. */
  readonly ready: number;
  readonly toStart: number;
  readonly running: number;
  readonly resting: number;
  readonly merging: number;
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
  WorkFigures['leases'] & { readonly oldestWait: Instant | null };

const ready = `t.status = 'open' AND t.open_blockers = 0 AND t.open_children = 0 AND t.held = 0 AND t.type <> 'epic'
  AND (t.requires_plan = 0 OR t.plan_approved = 1) AND (t.asleep_until IS NULL OR t.asleep_until <= now_ms())`;
const toStart = `${ready} AND t.dispatch <> 'manual' AND t.project_id IS NOT NULL AND t.lease_holder IS NULL`;

/** Counted in one pass over the tasks that are not closed. */
export async function workFigures(db: ReadDb): Promise<WorkFigures> {
  const row = await db.get<Row>(
    `SELECT count(*) FILTER (WHERE ${ready}) AS ready, count(*) FILTER (WHERE ${toStart}) AS toStart,
       count(*) FILTER (WHERE t.stage = 'resting') AS resting, count(*) FILTER (WHERE t.stage = 'merging') AS merging,
       count(*) FILTER (WHERE t.status = 'blocked') AS needsYou,
       (SELECT count(*) FROM runs WHERE ended_at IS NULL) AS running,
       min(min(CASE WHEN ${toStart} THEN t.updated_at END),
         coalesce((SELECT min(created_at) FROM merge_requests WHERE ended_at IS NULL AND state = 'queued'), now_ms())) AS oldestWait,
       count(*) FILTER (WHERE t.status = 'in_progress' AND t.lease_holder IS NOT NULL AND t.lease_expires_at IS NULL) AS byPeople,
       count(*) FILTER (WHERE t.lease_expires_at > now_ms() OR (t.lease_expires_at IS NOT NULL AND t.stage IS NOT NULL)) AS byAgents,
       count(*) FILTER (WHERE t.lease_expires_at <= now_ms() AND t.stage IS NULL) AS expired
     FROM tasks t WHERE t.status <> 'closed' AND t.deleted_at IS NULL`,
  );
  if (!row) throw new Error('a count has no row');
  const { byAgents, byPeople, expired, oldestWait, ...figures } = row;
  const waits = figures.toStart > 0 || figures.merging > 0;
  return {
    ...figures,
    oldestWaitSince: waits ? toIsoOrNull(oldestWait) : null,
    leases: { byAgents, byPeople, expired },
  };
}
