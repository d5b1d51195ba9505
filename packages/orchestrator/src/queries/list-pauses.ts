import { toIso } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { DispatchView, Pause, PauseView } from '../model/pause.ts';

const columns = 'p.scope, p.cause, told(p.reason) AS reason, p.paused_by AS pausedBy, p.paused_at AS pausedAt';

const standing = `SELECT
    (SELECT count(*) FROM run_view WHERE ended_at IS NULL AND (:id IS NULL OR project_id = :id)) AS running,
    (SELECT count(*) FROM task_view t WHERE t.ready AND t.assigned AND (:id IS NULL OR t.project_id = :id)) AS toStart,
    (SELECT count(*) FROM merge_view WHERE ended_at IS NULL AND state <> 'held' AND (:id IS NULL OR project_id = :id))
      AS merges`;

/** What is paused: the workspace first, then projects by name. */
export async function listPauses(db: ReadDb): Promise<readonly PauseView[]> {
  const rows = await db.all<Pause & { projectName: string | null }>(
    `SELECT ${columns}, o.name AS projectName FROM pauses p LEFT JOIN project_view o ON o.id = p.scope
     WHERE p.scope = '' OR o.deleted_at IS NULL ORDER BY p.scope <> '', o.name`,
  );
  return rows.map(({ scope, pausedAt, ...rest }) => ({
    ...rest,
    projectId: scope === '' ? null : scope,
    pausedAt: toIso(pausedAt),
  }));
}

/** How the starting of agents stands in a project, or in the workspace for null. */
export async function showDispatch(
  db: ReadDb,
  project: { readonly id: string; readonly name: string } | null,
): Promise<DispatchView> {
  const all = await listPauses(db);
  const pauses = all.filter(({ projectId }) => project === null || projectId === null || projectId === project.id);
  const counts = await db.get<Pick<DispatchView, 'running' | 'toStart' | 'merges'>>(standing, {
    id: project?.id ?? null,
  });
  if (counts === undefined) throw new Error('a count has no row');
  return { projectId: project?.id ?? null, projectName: project?.name ?? null, pauses, ...counts };
}
