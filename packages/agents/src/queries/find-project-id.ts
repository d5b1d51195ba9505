import { findByStart, type ReadDb } from '@cw/storage';

/** Id of the project that is meant by its name or its id, or an unambiguous start of either. */
export async function findProjectId(db: ReadDb, project: string): Promise<string | undefined> {
  const found = await findByStart(
    db,
    { kind: 'project', from: 'project_view WHERE deleted_at IS NULL', name: 'name' },
    project,
  );
  return found.ok ? found.value : undefined;
}
