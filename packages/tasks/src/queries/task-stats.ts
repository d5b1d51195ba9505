import { type Instant, type IsoTime, toIso, toIsoOrNull } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { stateConditions } from './task-filter.ts';

export type TaskStats = {
  readonly total: number;
  readonly open: number;
  /** What is open is one of the following. */
  readonly ready: number;
  /** For others, or for a date. */
  readonly waiting: number;
  /** Those that wait for a plan, or for its approval. */
  readonly needsPlan: number;
  readonly inProgress: number;
  readonly merging: number;
  /** Those that wait for a person. */
  readonly needsYou: number;
  /** Epics, and what is done by its open children. */
  readonly parents: number;
  readonly overdue: number;
  /** Not changed for thirty days, and not closed. */
  readonly stale: number;
  /** Open epics without a child, and those whose children are all closed. */
  readonly needsBreakdown: number;
  readonly finishedEpics: number;
  readonly closed: number;
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly createdThisWeek: number;
  readonly closedThisWeek: number;
  /** Hours from being written to being done, and from being started; null where nothing was done. */
  readonly leadHours: number | null;
  readonly cycleHours: number | null;
  readonly oldestOpen: { readonly id: string; readonly title: string; readonly createdAt: IsoTime } | null;
  readonly lastChangeAt: IsoTime | null;
};

const day = 86_400_000;

const sum = (condition: string) => `coalesce(sum(${condition}), 0)`;
const epics = "t.type = 'epic' AND t.status <> 'closed' AND t.open_children = 0";

const statsSql = `SELECT count(*) AS total, ${sum("t.status <> 'closed'")} AS "open",
  ${sum(stateConditions.ready)} AS ready, ${sum(stateConditions.waiting)} AS waiting,
  ${sum(stateConditions['needs-plan'])} AS needsPlan, ${sum(stateConditions['in-progress'])} AS inProgress,
  ${sum(stateConditions.merging)} AS merging, ${sum(stateConditions['needs-you'])} AS needsYou,
  ${sum(stateConditions.open)} AS parents,
  ${sum("t.status <> 'closed' AND t.due_at IS NOT NULL AND t.due_at < :now")} AS overdue,
  ${sum("t.status <> 'closed' AND t.updated_at < :monthAgo")} AS stale,
  ${sum(`${epics} AND t.closed_children = 0`)} AS needsBreakdown,
  ${sum(`${epics} AND t.closed_children > 0`)} AS finishedEpics,
  ${sum("t.status = 'closed'")} AS closed, ${sum(stateConditions.done)} AS done,
  ${sum(stateConditions.failed)} AS failed, ${sum(stateConditions.cancelled)} AS cancelled,
  ${sum('t.created_at >= :weekAgo')} AS createdThisWeek,
  ${sum("t.status = 'closed' AND t.closed_at >= :weekAgo")} AS closedThisWeek,
  avg(iif(${stateConditions.done}, t.closed_at - t.created_at, NULL)) AS lead,
  avg(iif(${stateConditions.done}, t.closed_at - t.started_at, NULL)) AS cycle,
  max(t.updated_at) AS lastChange
FROM tasks t WHERE t.deleted_at IS NULL AND (:project IS NULL OR t.project_id = :project)`;

const oldestSql = `SELECT t.id, t.title, t.created_at AS createdAt FROM tasks t
WHERE t.status <> 'closed' AND t.deleted_at IS NULL AND (:project IS NULL OR t.project_id = :project)
ORDER BY t.created_at, t.n LIMIT 1`;

type StatsRecord = Omit<TaskStats, 'leadHours' | 'cycleHours' | 'oldestOpen' | 'lastChangeAt'> & {
  readonly lead: number | null;
  readonly cycle: number | null;
  readonly lastChange: Instant | null;
};

/** How the tasks of a workspace, or of one of its projects, stand. A week is the last seven days. */
export async function taskStats(db: ReadDb, at: Instant, projectId: string | undefined): Promise<TaskStats> {
  const project = projectId ?? null;
  const params = { project, now: at, weekAgo: at - 7 * day, monthAgo: at - 30 * day };
  const record = await db.get<StatsRecord>(statsSql, params);
  if (record === undefined) throw new Error('counting answered nothing');
  const oldest = await db.get<{ id: string; title: string; createdAt: Instant }>(oldestSql, { project });
  const { lead, cycle, lastChange, ...counts } = record;
  return {
    ...counts,
    leadHours: hours(lead),
    cycleHours: hours(cycle),
    oldestOpen: oldest ? { ...oldest, createdAt: toIso(oldest.createdAt) } : null,
    lastChangeAt: toIsoOrNull(lastChange),
  };
}

function hours(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 36_000) / 100;
}
