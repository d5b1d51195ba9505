import { findByStart, type ReadDb } from '@cw/storage';

/** Id of the project that is meant by its name, its id, or an unambiguous start of that. */
export async function findProjectId(db: ReadDb, project: string): Promise<string | undefined> {
  const named = await db.get<{ id: string }>('SELECT id FROM project_view WHERE name = ? AND deleted_at IS NULL', [
    project,
  ]);
  if (named) return named.id;
  const found = await findByStart(db, 'project_view WHERE deleted_at IS NULL', project);
  return found.ok ? found.value : undefined;
}
