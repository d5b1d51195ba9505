import { listAttempts as attemptsOf, isHandover, type RunRecord, type RunRow, toRunRow } from '@cw/agents';
import { toIsoOrNull } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { AfterRun } from '../model/attempt-view.ts';

/** An attempt at a task, with what came next. */
export type AttemptView = RunRow & {
  /** The earlier run that it goes on with; null when it began afresh. */
  readonly resumes: string | null;
  readonly note: string | null;
  readonly next: AfterRun;
};

/** Every attempt at a task, the first one first. */
export async function listAttempts(db: ReadDb, taskId: string): Promise<readonly AttemptView[]> {
  const runs = await attemptsOf(db, taskId);
  if (runs.length === 0) return [];
  const last = await afterLast(db, taskId);
  return runs.map((run, index) => ({
    ...toRunRow(run),
    resumes: run.resumes,
    note: run.note,
    next: afterRun(run, runs[index + 1]) ?? last,
  }));
}

function afterRun(run: RunRecord, next: RunRecord | undefined): AfterRun | undefined {
  if (next !== undefined) return { kind: howItFollows(run, next), runId: next.id };
  return run.endedAt === null ? { kind: 'at-work' } : undefined;
}

function howItFollows(run: RunRecord, next: RunRecord): 'resumed' | 'handed-over' | 'fresh' {
  if (next.resumes !== run.id) return 'fresh';
  return isHandover(next, [run]) ? 'handed-over' : 'resumed';
}

/** How the task stands after its last run. */
async function afterLast(db: ReadDb, taskId: string): Promise<AfterRun> {
  const row = await db.get<{ status: string; stage: string | null; dispatch: string; until: number | null }>(
    `SELECT t.status, t.stage, t.dispatch, w.until FROM task_view t LEFT JOIN rests w ON w.task_id = t.id WHERE t.id = ?`,
    [taskId],
  );
  if (row?.status === 'closed') return { kind: 'closed' };
  if (row?.stage === 'resting') return { kind: 'rests', until: toIsoOrNull(row.until) };
  if (row?.stage === 'merging') return { kind: 'merging' };
  return row?.status === 'open' && row.dispatch !== 'manual' ? { kind: 'queued' } : { kind: 'person' };
}
