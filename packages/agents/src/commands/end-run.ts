import { type Act, err, type Result, storeReason } from '@cw/kernel';
import type { RunStore } from '../adapters/run-store.ts';
import type { RunRecord } from '../model/run.ts';
import type { RunFailure } from '../model/run-failure.ts';
import type { Verdict } from '../model/verdict.ts';
import { progressChanges, type RunProgress } from './record-progress.ts';

export type EndRun = {
  readonly runId: string;
  readonly verdict: Pick<Verdict, 'outcome' | 'reason' | 'summary' | 'deviations'> &
    Partial<Pick<Verdict, 'failure' | 'limitResetsAt'>>;
  readonly exitCode?: number | null;
  readonly headSha?: string | null;
  /** Its last figures; absent when it never ran. */
  readonly progress?: Omit<RunProgress, 'runId'>;
};

/** Ends a run with its outcome. Its token is worth nothing from then on. A run that has ended stays as it is. */
export async function endRun(store: RunStore, input: EndRun, act: Act): Promise<Result<RunRecord, RunFailure>> {
  const found = await store.find(input.runId);
  if (!found.ok) return found;
  const { id, taskId, endedAt, ...before } = found.value;
  if (endedAt !== null) return err({ kind: 'run.ended', runId: id, outcome: before.outcome ?? 'ended' });
  const { outcome, reason, summary, deviations, failure = null, limitResetsAt = null } = input.verdict;
  const why = storeReason(reason);
  await store.change(id, {
    ...(input.progress && progressChanges(input.progress)),
    step: 'ended',
    outcome,
    why,
    failure,
    limitResetsAt,
    summary,
    deviations,
    tokenHash: null,
    endedAt: store.at,
    exitCode: input.exitCode ?? before.exitCode,
    headSha: input.headSha ?? before.headSha,
  });
  await store.append({ type: 'run.ended', entity: id, payload: { taskId, outcome, reason: why, failure } }, act);
  return store.find(id);
}
