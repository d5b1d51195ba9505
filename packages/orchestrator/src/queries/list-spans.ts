import { listAttempts, type RunRecord } from '@cw/agents';
import { type IsoTime, toIso, toIsoOrNull } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { attemptSpans, type MergeMark, type SpanKind } from '../model/attempt-spans.ts';

/** What an attempt at a task was doing, and when. */
export type AttemptTimes = {
  readonly runId: string;
  readonly spans: readonly { readonly kind: SpanKind; readonly from: IsoTime; readonly to: IsoTime | null }[];
};

/** Failures after which nothing can be done until they are over. */
const limits: readonly (string | null)[] = ['limit', 'throttle', 'overload', 'offline', 'login', 'spend'];

type MarkRow = MergeMark & { readonly runId: string };

/** The stretches of time of every attempt at a task, by its whole id, the first attempt first. */
export async function listSpans(db: ReadDb, taskId: string): Promise<readonly AttemptTimes[]> {
  const runs = await listAttempts(db, taskId);
  const marks = await db.all<MarkRow>(
    `SELECT m.run_id AS runId, e.type, e.at, json_extract(e.payload, '$.step') AS step
     FROM merge_view m JOIN event_view e ON e.entity = m.id
     WHERE m.task_id = ? AND e.type NOT IN ('merge.check-ended', 'merge.pushed', 'merge.recovered') ORDER BY e.seq`,
    [taskId],
  );
  const rest = await db.get<{ runId: string }>('SELECT run_id AS runId FROM rests WHERE task_id = ?', [taskId]);
  return runs.map((run, index) => ({
    runId: run.id,
    spans: attemptSpans(
      run,
      marks.filter(({ runId }) => runId === run.id),
      limitAfter(run, runs[index + 1], rest?.runId === run.id),
    ).map(({ kind, from, to }) => ({ kind, from: toIso(from), to: toIsoOrNull(to) })),
  }));
}

function limitAfter(run: RunRecord, next: RunRecord | undefined, rests: boolean): { to: number | null } | undefined {
  if (!limits.includes(run.failure)) return undefined;
  if (next !== undefined) return { to: next.createdAt };
  return rests ? { to: null } : undefined;
}
