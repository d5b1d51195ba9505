import type { ReadDb } from '@cw/storage';

/** Whether the agent of a run has asked a person something that is not answered yet. */
export async function isWaitingForPerson(db: ReadDb, runId: string): Promise<boolean> {
  const row = await db.get(
    "SELECT 1 FROM inbox_items WHERE run_id = ? AND subject LIKE 'ask:%' AND state = 'open' LIMIT 1",
    [runId],
  );
  return row !== undefined;
}
