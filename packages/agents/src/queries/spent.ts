import type { Instant } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';

export type SpentOn = {
  readonly taskId?: string;
  readonly projectId?: string;
  /** Runs that began then or later. */
  readonly since?: Instant;
  /** A run that does not count. */
  readonly without?: string;
};

/** US dollars that runs have cost, as far as it is known. */
export async function spentOn(db: ReadDb, { taskId, projectId, since, without }: SpentOn): Promise<number> {
  const row = await db.get<{ usd: number | null }>(
    `SELECT sum(cost_usd) AS usd FROM runs WHERE (? IS NULL OR task_id = ?) AND (? IS NULL OR project_id = ?)
     AND created_at >= ? AND id IS NOT ?`,
    [taskId ?? null, taskId ?? null, projectId ?? null, projectId ?? null, since ?? 0, without ?? null],
  );
  return row?.usd ?? 0;
}
