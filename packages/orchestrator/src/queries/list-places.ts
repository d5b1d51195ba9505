import type { ReadDb } from '@cw/storage';

/** Ids of the tasks that have had a run. */
export async function tasksWithRuns(db: ReadDb): Promise<ReadonlySet<string>> {
  const rows = await db.all<{ id: string }>('SELECT DISTINCT task_id AS id FROM run_view');
  return new Set(rows.map(({ id }) => id));
}

export type AtWork = {
  readonly runId: string;
  readonly taskId: string;
  readonly step: string;
  readonly worktree: string;
};

/** Runs that have not ended and have a working tree. */
export async function runsInWorktrees(db: ReadDb): Promise<readonly AtWork[]> {
  return db.all(
    `SELECT id AS runId, task_id AS taskId, step, worktree FROM run_view
     WHERE ended_at IS NULL AND worktree IS NOT NULL ORDER BY n`,
  );
}

export type Staged = { readonly id: string; readonly stage: string };

/** Tasks that are said to be worked at, merged or waited for while nothing does so. */
export async function tasksLeftInStage(db: ReadDb): Promise<readonly Staged[]> {
  return db.all(
    `SELECT id, stage FROM task_view t WHERE stage IS NOT NULL AND deleted_at IS NULL
     AND NOT (stage = 'resting' AND EXISTS (SELECT 1 FROM rests w WHERE w.task_id = t.id))
     AND NOT EXISTS (SELECT 1 FROM run_view r WHERE r.task_id = t.id AND r.ended_at IS NULL)
     AND NOT EXISTS (SELECT 1 FROM merge_view m WHERE m.task_id = t.id AND m.ended_at IS NULL) LIMIT 20`,
  );
}
