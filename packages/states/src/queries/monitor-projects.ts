import { type Clock, type Instant, type IsoTime, toIso, toIsoOrNull } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { countStates } from './count-states.ts';
import { figuresOf } from './work-figures.ts';

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
  /** Agents at work there: those that are heard of, ones that wait for a person, and ones that are silent. */
  readonly working: number;
  readonly waiting: number;
  readonly stalled: number;
  /** Tasks that are tried again later, all that are on hold, and ones that wait for a person. */
  readonly resting: number;
  readonly onHold: number;
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

type Row = Pick<
  ProjectMonitor,
  'projectId' | 'projectName' | 'mergesQueued' | 'mergesHeld' | 'mergesInHand' | 'costUsd'
> & {
  readonly paused: number;
  readonly estimates: number;
  readonly oldestWait: Instant | null;
};

const select = `SELECT p.id AS projectId, p.name AS projectName,
    EXISTS (SELECT 1 FROM pause_view w WHERE w.scope IN ('', p.id)) AS paused,
    (SELECT count(*) FROM merge_view m WHERE m.ended_at IS NULL AND m.project_id = p.id AND m.state = 'queued') AS mergesQueued,
    (SELECT count(*) FROM merge_view m WHERE m.ended_at IS NULL AND m.project_id = p.id AND m.state = 'held') AS mergesHeld,
    (SELECT count(*) FROM merge_view m WHERE m.ended_at IS NULL AND m.project_id = p.id
      AND m.state NOT IN ('queued', 'held')) AS mergesInHand,
    (SELECT min(at) FROM (
      SELECT min(m.created_at) AS at FROM merge_view m WHERE m.ended_at IS NULL AND m.project_id = p.id AND m.state = 'queued'
      UNION ALL SELECT min(t.updated_at) FROM task_view t WHERE t.project_id = p.id AND t.ready AND t.assigned)) AS oldestWait,
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
    const counts = await countStates(db, row.projectId);
    const { working, waiting, stalled } = counts.agents;
    const { resting, onHold, needsYou, toStart } = figuresOf(counts);
    monitors.push({
      ...row,
      ...{ working, waiting, stalled, resting, onHold, needsYou, toStart },
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
