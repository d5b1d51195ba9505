import type { ReadDb } from '@cw/storage';

/** What is under way in a project, by ids: runs that have not ended, and merge requests that have not. */
export async function workInProject(
  db: ReadDb,
  projectId: string,
): Promise<{ readonly runs: readonly string[]; readonly merges: readonly string[] }> {
  const idsIn = async (view: 'run_view' | 'merge_view') => {
    const sql = `SELECT id FROM ${view} WHERE project_id = ? AND ended_at IS NULL ORDER BY n`;
    return (await db.all<{ id: string }>(sql, [projectId])).map(({ id }) => id);
  };
  return { runs: await idsIn('run_view'), merges: await idsIn('merge_view') };
}
