import { type Clock, type Instant, type IsoTime, toIso, toIsoOrNull } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { readyCondition } from '@cw/tasks';

/** One thing of a project that came to an end. */
export type Ended = {
  /** Id of the run or merge request. */
  readonly id: string;
  readonly taskId: string;
  readonly taskTitle: string;
  readonly reason: string | null;
  readonly at: IsoTime;
};

/** How a project's runs and its merge queue stand: seen anew each time, nothing of it is kept. */
export type ProjectMonitor = {
  readonly projectId: string;
  readonly projectName: string;
  readonly paused: boolean;
  /** Runs whose agents are heard of, and ones that are silent. */
  readonly working: number;
  readonly stalled: number;
  /** Tasks that are tried again later, and ones that wait for a person. */
  readonly resting: number;
  readonly needsYou: number;
  /** Ready tasks that are to be started. */
  readonly toStart: number;
  readonly mergesQueued: number;
  /** In the queue, and passed over until a person releases them. */
  readonly mergesHeld: number;
  readonly mergesInHand: number;
  /** Since when the one that has waited longest for its start or its merge does so. */
  readonly oldestWaitSince: IsoTime | null;
  /** US dollars of the runs begun since the moment asked for. */
  readonly costUsd: number;
  /** True while part of that is counted from the output of agents at work, or of some that were killed. */
  readonly costEstimated: boolean;
  readonly lastMerge: Ended | null;
  readonly lastFailure: Ended | null;
};

type Row = Omit<ProjectMonitor, 'paused' | 'costEstimated' | 'oldestWaitSince' | 'lastMerge' | 'lastFailure'> & {
  readonly paused: number;
  readonly estimates: number;
  readonly oldestWait: Instant | null;
};

const startable = `t.project_id = p.id AND t.dispatch <> 'manual' AND t.lease_holder IS NULL AND ${readyCondition}`;

/** A run that goes on and has asked a person something that is not answered yet. */
const asks = `EXISTS (SELECT 1 FROM inbox_view i WHERE i.run_id = r.id AND i.subject LIKE 'ask:%' AND i.state = 'open')`;

const select = `SELECT p.id AS projectId, p.name AS projectName,
    EXISTS (SELECT 1 FROM pauses w WHERE w.scope IN ('', p.id)) AS paused,
    (SELECT count(*) FROM run_view r WHERE r.ended_at IS NULL AND r.project_id = p.id AND r.stall IS NULL AND NOT ${asks}) AS working,
    (SELECT count(*) FROM run_view r WHERE r.ended_at IS NULL AND r.project_id = p.id AND r.stall IS NOT NULL AND NOT ${asks}) AS stalled,
    (SELECT count(*) FROM task_view t WHERE t.project_id = p.id AND t.stage = 'resting' AND t.deleted_at IS NULL) AS resting,
    (SELECT count(*) FROM task_view t WHERE t.project_id = p.id AND t.status = 'blocked' AND t.deleted_at IS NULL)
      + (SELECT count(*) FROM run_view r WHERE r.ended_at IS NULL AND r.project_id = p.id AND ${asks}) AS needsYou,
    (SELECT count(*) FROM task_view t WHERE ${startable}) AS toStart,
    (SELECT count(*) FROM merge_view m WHERE m.ended_at IS NULL AND m.project_id = p.id AND m.state = 'queued') AS mergesQueued,
    (SELECT count(*) FROM merge_view m WHERE m.ended_at IS NULL AND m.project_id = p.id AND m.state = 'held') AS mergesHeld,
    (SELECT count(*) FROM merge_view m WHERE m.ended_at IS NULL AND m.project_id = p.id
      AND m.state NOT IN ('queued', 'held')) AS mergesInHand,
    (SELECT min(at) FROM (
      SELECT min(m.created_at) AS at FROM merge_view m WHERE m.ended_at IS NULL AND m.project_id = p.id AND m.state = 'queued'
      UNION ALL SELECT min(t.updated_at) FROM task_view t WHERE ${startable})) AS oldestWait,
    coalesce((SELECT sum(r.cost_usd) FROM run_view r WHERE r.project_id = p.id AND r.created_at >= :since), 0) AS costUsd,
    EXISTS (SELECT 1 FROM run_view r WHERE r.project_id = p.id AND r.created_at >= :since AND r.estimated = 1
      AND r.cost_usd > 0) AS estimates
  FROM project_view p`;

/**
 * How projects stand, the oldest first.
 * @param since from when on cost is counted
 * @param projectId only this one
 */
export async function monitorProjects(
  db: ReadDb,
  since: Instant,
  projectId?: string,
): Promise<readonly ProjectMonitor[]> {
  const where = projectId === undefined ? 'p.deleted_at IS NULL' : 'p.id = :projectId';
  const rows = await db.all<Row>(`${select} WHERE ${where} ORDER BY p.n`, {
    since,
    ...(projectId === undefined ? {} : { projectId }),
  });
  const monitors: ProjectMonitor[] = [];
  for (const { paused, estimates, oldestWait, ...row } of rows) {
    monitors.push({
      ...row,
      paused: paused === 1,
      costEstimated: estimates === 1,
      oldestWaitSince: toIsoOrNull(oldestWait),
      lastMerge: await lastOf(db, merged, row.projectId),
      lastFailure: await lastOf(db, failed, row.projectId),
    });
  }
  return monitors;
}

/** The same, with what the day has cost so far where this machine is. */
export function monitorToday(
  { read, clock }: { readonly read: ReadDb; readonly clock: Clock },
  projectId?: string,
): Promise<readonly ProjectMonitor[]> {
  return monitorProjects(read, new Date(clock.now()).setHours(0, 0, 0, 0), projectId);
}

const merged = `SELECT m.id, m.task_id AS taskId, coalesce(t.title, m.task_id) AS taskTitle, told(m.reason) AS reason, m.ended_at AS at
  FROM merge_view m LEFT JOIN task_view t ON t.id = m.task_id
  WHERE m.project_id = :id AND m.state = 'merged' ORDER BY m.ended_at DESC LIMIT 1`;

const failed = `SELECT id, taskId, taskTitle, told(reason) AS reason, at FROM (
    SELECT * FROM (SELECT r.id, r.task_id AS taskId, coalesce(t.title, r.task_id) AS taskTitle, r.reason, r.ended_at AS at
      FROM run_view r LEFT JOIN task_view t ON t.id = r.task_id
      WHERE r.project_id = :id AND r.outcome IN ('failed', 'lost') ORDER BY r.n DESC LIMIT 1)
    UNION ALL SELECT * FROM (SELECT m.id, m.task_id, coalesce(t.title, m.task_id), m.reason, m.ended_at
      FROM merge_view m LEFT JOIN task_view t ON t.id = m.task_id
      WHERE m.project_id = :id AND m.state IN ('conflict', 'checks-failed', 'failed') ORDER BY m.ended_at DESC LIMIT 1))
  ORDER BY at DESC LIMIT 1`;

async function lastOf(db: ReadDb, sql: string, id: string): Promise<Ended | null> {
  const row = await db.get<Omit<Ended, 'at'> & { readonly at: Instant }>(sql, { id });
  return row ? { ...row, at: toIso(row.at) } : null;
}
