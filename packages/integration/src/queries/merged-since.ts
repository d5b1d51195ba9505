import { type Instant, type IsoTime, toIso } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';

export type MergedTask = {
  /** Of the merge request. */
  readonly id: string;
  readonly taskId: string;
  readonly taskTitle: string;
  readonly projectName: string;
  readonly at: IsoTime;
};

export type MergedAsk = {
  readonly since: Instant;
  readonly projectId?: string | undefined;
  readonly limit: number;
};

const merged = "m.state = 'merged' AND m.ended_at >= :since AND (:project IS NULL OR m.project_id = :project)";

/** What was merged since a moment: the newest of it, and how much it is. */
export async function mergedSince(
  db: ReadDb,
  { since, projectId, limit }: MergedAsk,
): Promise<{ readonly items: readonly MergedTask[]; readonly total: number }> {
  const params = { since, project: projectId ?? null };
  const rows = await db.all<Omit<MergedTask, 'at'> & { readonly at: Instant }>(
    `SELECT m.id, m.task_id AS taskId, coalesce(t.title, m.task_id) AS taskTitle, coalesce(p.name, m.project_id) AS projectName,
       m.ended_at AS at
     FROM merge_requests m LEFT JOIN project_view p ON p.id = m.project_id LEFT JOIN task_view t ON t.id = m.task_id
     WHERE ${merged} ORDER BY m.ended_at DESC, m.n DESC LIMIT :limit`,
    { ...params, limit },
  );
  const count = await db.get<{ n: number }>(`SELECT count(*) AS n FROM merge_requests m WHERE ${merged}`, params);
  return { items: rows.map((row) => ({ ...row, at: toIso(row.at) })), total: count?.n ?? 0 };
}
