import type { StoredReason } from '@cw/kernel';
import type { ReadDb, SqlParams } from '@cw/storage';

export type PendingApproval = {
  readonly taskId: string;
  readonly projectId: string | null;
  readonly title: string;
  /** What came of the task that is a gate. */
  readonly closeReason: StoredReason | null;
};

export type PendingPlan = Pick<PendingApproval, 'taskId' | 'projectId' | 'title'> & {
  readonly digest: string;
  readonly goal: string;
  readonly approach: string;
  readonly writtenBy: string;
};

/** Gates that are closed and not approved, and of which nobody was told since. @param tasks only among these */
export async function pendingGates(db: ReadDb, tasks?: readonly string[]): Promise<readonly PendingApproval[]> {
  const [among, params] = amongTasks(tasks);
  return db.all<PendingApproval>(
    `SELECT t.id AS taskId, t.project_id AS projectId, t.title, t.close_reason AS closeReason
     FROM task_text_view b JOIN task_view t ON t.n = b.task_n
     WHERE b.gate = 1 AND b.gate_approved_at IS NULL AND t.status = 'closed' AND t.outcome = 'done'
       AND t.deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM inbox_items i WHERE i.subject = 'gate:' || t.id AND i.created_at >= t.closed_at) ${among}`,
    params,
  );
}

/** Plans that wait for an approval and of which nobody was told as they stand. @param tasks only among these */
export async function pendingPlans(db: ReadDb, tasks?: readonly string[]): Promise<readonly PendingPlan[]> {
  const [among, params] = amongTasks(tasks);
  return db.all<PendingPlan>(
    `SELECT t.id AS taskId, t.project_id AS projectId, t.title, p.digest, p.goal, p.approach, p.written_by AS writtenBy
     FROM task_plan_view p JOIN task_view t ON t.n = p.task_n
     WHERE p.approved_at IS NULL AND t.requires_plan = 1 AND t.status <> 'closed' AND t.deleted_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM inbox_items i WHERE i.subject = 'plan:' || t.id
         AND json_extract(i.details, '$.digest') = p.digest) ${among}`,
    params,
  );
}

function amongTasks(tasks: readonly string[] | undefined): readonly [string, SqlParams] {
  return tasks === undefined ? ['', []] : ['AND t.id IN (SELECT value FROM json_each(?))', [JSON.stringify(tasks)]];
}
