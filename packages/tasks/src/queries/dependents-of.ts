import type { ReadDb } from '@cw/storage';

/** Tasks that wait for any of these directly: by a dependency, or as what is below them. */
export async function dependentsOf(db: ReadDb, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db.all<{ id: string }>(
    `WITH named AS (SELECT n FROM tasks WHERE id IN (SELECT value FROM json_each(?)))
     SELECT t.id FROM task_dependencies d JOIN named ON named.n = d.on_n JOIN tasks t ON t.n = d.task_n
     UNION SELECT t.id FROM tasks t JOIN named ON named.n = t.parent_n`,
    [JSON.stringify(ids)],
  );
  return rows.map(({ id }) => id);
}
