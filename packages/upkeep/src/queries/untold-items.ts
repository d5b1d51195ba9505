import type { ReadDb } from '@cw/storage';

/** Open items that a sink has not been told of, the oldest first. */
export async function untoldItems(db: ReadDb, sink: string): Promise<readonly string[]> {
  const rows = await db.all<{ id: string }>(
    `SELECT i.id FROM inbox_view i WHERE i.state = 'open' AND NOT EXISTS (
       SELECT 1 FROM event_view e WHERE e.entity = i.id AND e.type = 'inbox.told' AND json_extract(e.payload, '$.sink') = ?)
     ORDER BY i.n LIMIT 200`,
    [sink],
  );
  return rows.map(({ id }) => id);
}
