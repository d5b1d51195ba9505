import type { Instant } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';

export type RunFigures = {
  /** Runs that have not ended. */
  readonly running: number;
  /** US dollars of the runs begun since the moment asked for, as far as they are known. */
  readonly costUsd: number;
};

/** What goes on now, and what was spent since a moment. */
export async function runFigures(db: ReadDb, since: Instant): Promise<RunFigures> {
  const row = await db.get<RunFigures>(
    `SELECT (SELECT count(*) FROM runs WHERE ended_at IS NULL) AS running,
       (SELECT coalesce(sum(cost_usd), 0) FROM runs WHERE created_at >= ?) AS costUsd`,
    [since],
  );
  return row ?? { running: 0, costUsd: 0 };
}
