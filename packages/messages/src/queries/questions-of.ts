import type { ReadDb } from '@cw/storage';

/** How many questions the agent of a run has asked, answered or not. */
export async function questionsOf(db: ReadDb, runId: string): Promise<number> {
  const asked = `SELECT count(*) AS n FROM inbox_items WHERE run_id = ? AND kind = 'question' AND subject LIKE 'ask:%'`;
  return (await db.get<{ n: number }>(asked, [runId]))?.n ?? 0;
}
