import type { Instant } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';

/** US dollars of the runs begun since a moment, as far as they are known. */
export async function costSince(db: ReadDb, since: Instant): Promise<number> {
  const row = await db.get<{ costUsd: number }>(
    'SELECT coalesce(sum(cost_usd), 0) AS costUsd FROM runs WHERE created_at >= ?',
    [since],
  );
  return row?.costUsd ?? 0;
}
