import type { ReadDb } from '@cw/storage';

/** What is under way in a project, by ids: runs that have not ended, and merge requests that have not. */
export type Work = { readonly runs: readonly string[]; readonly merges: readonly string[] };

/** Who is on the right of projects tells what works there. */
export type WorkIn = (db: ReadDb, projectId: string) => Promise<Work>;
