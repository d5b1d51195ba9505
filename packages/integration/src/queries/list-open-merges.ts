import type { ReadDb } from '@cw/storage';

export type OpenMerge = {
  readonly id: string;
  readonly taskId: string;
  readonly projectId: string;
  readonly branch: string;
  readonly headSha: string;
};

/** Merge requests that have not ended, of every project, the oldest first. */
export async function listOpenMerges(db: ReadDb): Promise<readonly OpenMerge[]> {
  return db.all(
    `SELECT id, task_id AS taskId, project_id AS projectId, branch, head_sha AS headSha
     FROM merge_requests WHERE ended_at IS NULL ORDER BY n`,
  );
}
