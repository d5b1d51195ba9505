import type { ReadDb } from '@cw/storage';

/** The bare name of the project with this whole id. */
export async function bareProjectName(db: ReadDb, id: string): Promise<string | undefined> {
  return (await db.get<{ name: string }>('SELECT name FROM project_view WHERE id = ?', [id]))?.name;
}

/** The name of a task's project with its id behind it; null for a task of none. */
export async function projectName(db: ReadDb, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const row = await db.get<{ name: string }>('SELECT name FROM project_view WHERE id = ?', [id]);
  return row === undefined ? id : `${row.name} (${id})`;
}
