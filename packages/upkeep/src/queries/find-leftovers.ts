import type { RunOutcome } from '@cw/agents';
import type { MergeState } from '@cw/integration';
import type { Instant } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { LeftTask } from '../model/cleaning.ts';

export type LeftTree = LeftTask & {
  readonly taskId: string;
  /** The commit of its branch that was merged last, and where to. */
  readonly mergedHead: string | null;
  readonly mergedInto: string | null;
};

const atWork = `(EXISTS (SELECT 1 FROM run_view a WHERE a.task_id = t.id AND a.ended_at IS NULL)
  OR EXISTS (SELECT 1 FROM merge_view m WHERE m.task_id = t.id AND m.ended_at IS NULL)) AS atWork`;
const merged = (column: string) =>
  `(SELECT m.${column} FROM merge_view m WHERE m.task_id = t.id AND m.state = 'merged' ORDER BY m.n DESC LIMIT 1)`;

/** How those tasks stand to which worktrees belong; unknown ones are left out. */
export async function tasksOfTrees(db: ReadDb, taskIds: readonly string[]): Promise<ReadonlyMap<string, LeftTree>> {
  const rows = await db.all<Omit<LeftTree, 'atWork'> & { atWork: number }>(
    `SELECT t.id AS taskId, CASE WHEN t.status = 'closed' THEN t.closed_at END AS closedAt, ${atWork},
       ${merged('head_sha')} AS mergedHead, ${merged('target_branch')} AS mergedInto
     FROM task_view t WHERE t.id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(taskIds)],
  );
  return new Map(rows.map((row) => [row.taskId, { ...row, atWork: row.atWork === 1 }]));
}

export type LeftRun = LeftTask & {
  readonly runId: string;
  readonly taskId: string;
  readonly projectId: string;
  readonly endedAt: Instant | null;
  readonly outcome: RunOutcome | null;
};

/** How those runs ended, and how their tasks stand; unknown ones are left out. */
export async function runsOfLeftovers(db: ReadDb, runIds: readonly string[]): Promise<ReadonlyMap<string, LeftRun>> {
  const rows = await db.all<Omit<LeftRun, 'atWork'> & { atWork: number }>(
    `SELECT r.id AS runId, r.task_id AS taskId, r.project_id AS projectId, r.ended_at AS endedAt, r.outcome,
       CASE WHEN t.status = 'closed' THEN t.closed_at END AS closedAt, r.ended_at IS NULL AS atWork
     FROM run_view r LEFT JOIN task_view t ON t.id = r.task_id WHERE r.id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(runIds)],
  );
  return new Map(rows.map((row) => [row.runId, { ...row, atWork: row.atWork === 1 }]));
}

/** Whether a run or a merge of the task has not ended, or the task is no longer closed. */
export async function isAtWork(db: ReadDb, taskId: string): Promise<boolean> {
  const task = (await tasksOfTrees(db, [taskId])).get(taskId);
  return task === undefined || task.atWork || task.closedAt === null;
}

export type LeftMerge = {
  readonly id: string;
  readonly taskId: string;
  readonly projectId: string;
  readonly endedAt: Instant | null;
  readonly state: MergeState;
};

/** How those merges ended; unknown ones are left out. */
export async function mergesOfLeftovers(db: ReadDb, ids: readonly string[]): Promise<ReadonlyMap<string, LeftMerge>> {
  const rows = await db.all<LeftMerge>(
    `SELECT id, task_id AS taskId, project_id AS projectId, ended_at AS endedAt, state FROM merge_view
     WHERE id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(ids)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
