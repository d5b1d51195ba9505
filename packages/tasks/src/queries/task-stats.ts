import {
  type Instant,
  type IsoTime,
  type PendingKind,
  pendingKind,
  pendingReasons,
  type TaskState,
  toIso,
  toIsoOrNull,
} from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { withState } from './task-row.ts';

export type TaskStats = {
  readonly total: number;
  readonly open: number;
  /** What is open is one of the following. */
  readonly ready: number;
  /** For others, for a date, or for the next try. */
  readonly waiting: number;
  /** Those whose account is limited. */
  readonly limited: number;
  /** Those that wait for a plan, or for its approval. */
  readonly needsPlan: number;
  readonly inProgress: number;
  /** Those on whose merge the checks run. */
  readonly verifying: number;
  readonly merging: number;
  /** Those that wait for a person. */
  readonly needsYou: number;
  /** Epics, and what is done by its open children. */
  readonly parents: number;
  /** Of all that is open: assigned to agents and not begun, and held back until a time or a cause ends. */
  readonly queued: number;
  readonly onHold: number;
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
const inState = (state: TaskState) => sum(`t.state = '${state}'`);
const pendingAs = (kind: PendingKind) =>
  sum(
    `t.pending IN (${pendingReasons
      .filter((why) => pendingKind(why) === kind)
      .map((why) => `'${why}'`)
      .join(', ')})`,
  );
const epics = "t.type = 'epic' AND t.status <> 'closed' AND t.open_children = 0";

/** Each with its state, which is told once a task however often it is counted. */
const statsSql = `WITH shown AS MATERIALIZED (
  SELECT t.status, t.type, t.open_children, t.closed_children, t.due_at, t.created_at, t.updated_at, t.started_at,
    t.closed_at, s.state, s.pending
  FROM tasks t ${withState} WHERE t.deleted_at IS NULL AND (:project IS NULL OR t.project_id = :project))
SELECT count(*) AS total, ${sum("t.status <> 'closed'")} AS "open",
  ${inState('ready')} AS ready, ${inState('waiting')} AS waiting, ${inState('limited')} AS limited,
  ${inState('needs-plan')} AS needsPlan, ${inState('in-progress')} AS inProgress, ${inState('verifying')} AS verifying,
  ${inState('merging')} AS merging, ${inState('needs-you')} AS needsYou, ${inState('open')} AS parents,
  ${pendingAs('queued')} AS queued, ${pendingAs('on-hold')} AS onHold,
  ${sum("t.status <> 'closed' AND t.due_at IS NOT NULL AND t.due_at < :now")} AS overdue,
  ${sum("t.status <> 'closed' AND t.updated_at < :monthAgo")} AS stale,
  ${sum(`${epics} AND t.closed_children = 0`)} AS needsBreakdown,
  ${sum(`${epics} AND t.closed_children > 0`)} AS finishedEpics,
  ${sum("t.status = 'closed'")} AS closed, ${inState('done')} AS done,
  ${inState('failed')} AS failed, ${inState('cancelled')} AS cancelled,
  ${sum('t.created_at >= :weekAgo')} AS createdThisWeek,
  ${sum("t.status = 'closed' AND t.closed_at >= :weekAgo")} AS closedThisWeek,
  avg(iif(t.state = 'done', t.closed_at - t.created_at, NULL)) AS lead,
  avg(iif(t.state = 'done', t.closed_at - t.started_at, NULL)) AS cycle,
  max(t.updated_at) AS lastChange
FROM shown t`;

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
