import type { ReadDb } from '@cw/storage';

/** Ids of projects that were removed. */
export async function removedProjects(db: ReadDb): Promise<readonly string[]> {
  const rows = await db.all<{ id: string }>('SELECT id FROM project_view WHERE deleted_at IS NOT NULL');
  return rows.map(({ id }) => id);
}
