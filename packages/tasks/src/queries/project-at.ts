import type { ReadDb } from '@cw/storage';

/** Where a repository is, as what is known of it tells. */
export type RepositoryPlace = {
  /** Paths and addresses, any of which may be what the project was made from. */
  readonly sources: readonly string[];
  /** Where it is a private clone: the id of its project. */
  readonly cloneOf: string | undefined;
};

type ProjectAt = { readonly id: string; readonly name: string };

/** The project that a repository belongs to. It reads the published row, for the reason that `findProject` does. */
export function projectAt(db: ReadDb, { sources, cloneOf }: RepositoryPlace): Promise<ProjectAt | undefined> {
  return db.get<ProjectAt>(
    `SELECT id, name FROM project_view WHERE deleted_at IS NULL
       AND (id = ? OR source IN (SELECT value FROM json_each(?))) ORDER BY n LIMIT 1`,
    [cloneOf ?? '', JSON.stringify(sources)],
  );
}
