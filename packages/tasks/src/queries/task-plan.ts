import { type Instant, toIso, toIsoOrNull } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { PlanView } from '../model/task-view.ts';

type PlanRow = Omit<PlanView, 'steps' | 'files' | 'writtenAt' | 'approvedAt'> & {
  readonly steps: string;
  readonly files: string;
  readonly writtenAt: Instant;
  readonly approvedAt: Instant | null;
};

const sql = `SELECT t.id AS taskId, p.goal, p.approach, p.alternatives, p.steps, p.files, p.digest,
  p.written_by AS writtenBy, p.written_at AS writtenAt, p.approved_by AS approvedBy, p.approved_at AS approvedAt
FROM tasks t JOIN task_plans p ON p.task_n = t.n WHERE t.id = ?`;

/** The plan of a task, by the task's whole id; null when it has none. */
export async function getPlan(db: ReadDb, taskId: string): Promise<PlanView | null> {
  const row = await db.get<PlanRow>(sql, [taskId]);
  return row === undefined
    ? null
    : {
        ...row,
        steps: JSON.parse(row.steps),
        files: JSON.parse(row.files),
        writtenAt: toIso(row.writtenAt),
        approvedAt: toIsoOrNull(row.approvedAt),
      };
}
