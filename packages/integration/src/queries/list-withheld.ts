import type { ReadDb } from '@cw/storage';

/** What was merged into a branch and could not be given to the repository of its project yet. */
export type Withheld = {
  readonly projectId: string;
  readonly projectName: string;
  /** Path or URL of the repository. */
  readonly source: string;
  readonly sourceKind: 'path' | 'url';
  readonly targetBranch: string;
  /** How many merges wait. */
  readonly merges: number;
  /** The newest of them, and why it was not given. */
  readonly mergeId: string;
  readonly taskId: string;
  readonly reason: string | null;
};

/** Of every managed project, the oldest project first. */
export async function listWithheld(db: ReadDb): Promise<readonly Withheld[]> {
  const rows = await db.all<Withheld & { readonly newest: number }>(
    `SELECT p.id AS projectId, p.name AS projectName, p.source, p.source_kind AS sourceKind,
       m.target_branch AS targetBranch, count(*) AS merges, m.id AS mergeId, m.task_id AS taskId,
       told(m.reason) AS reason, max(m.n) AS newest
     FROM merge_requests m JOIN project_view p ON p.id = m.project_id AND p.deleted_at IS NULL
     WHERE m.state = 'merged' AND m.pushed = 0 GROUP BY p.id, m.target_branch ORDER BY p.n, m.target_branch`,
  );
  return rows.map(({ newest: _, ...withheld }) => withheld);
}
