import type { ReadDb } from '@cw/storage';

/** What the agent of a run is called. */
export type NamedRun = { readonly id: string; readonly name: string; readonly role: string };

/** What the agents of these runs are called, by whole id; by their role where they have no name. Unknown ids are left out. */
export function nameRuns(db: ReadDb, ids: readonly string[]): Promise<NamedRun[]> {
  return db.all<NamedRun>(
    `SELECT r.id, coalesce(g.name, r.role) AS name, r.role FROM runs r LEFT JOIN agents g ON g.id = r.agent_id
     WHERE r.id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(ids)],
  );
}
