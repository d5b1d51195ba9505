import { listAttempts, type RunRecord, type Verdict } from '@cw/agents';
import { type Result, step } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { tasksWithin } from '@cw/tasks';
import { restStore } from '../adapters/rest-store.ts';
import { append } from '../append.ts';
import { actFor } from '../deps.ts';
import { askedToHandOver } from '../handover/ask-handoff.ts';
import type { DispatchReason } from '../model/dispatch-reason.ts';
import type { RetryRules } from '../retry/decide.ts';
import { blockForFailure } from './block-for-failure.ts';
import { retryBefore } from './retry-before.ts';
import { blockingOf } from './settle-failed.ts';

export type HandoffSettling = {
  readonly run: RunRecord;
  readonly verdict: Verdict;
  readonly rules: RetryRules;
};

/**
 * Has a run with a fresh context go on where one handed over: what it said is a checkpoint, and it is no failed attempt. One
 * that nobody asked, or that left no new commit, counts as one, so that the work cannot be handed on for ever.
 */
export async function settleHandoff(tx: Tx, settling: HandoffSettling): Promise<Result<unknown, unknown>> {
  const { run, verdict, rules } = settling;
  const { id: runId, taskId, headSha, contextFill } = run;
  const act = actFor(run);
  const before = await retryBefore(tx, run);
  const counts = (await askedToHandOver(tx, runId)) === undefined || !(await leftSomething(tx, run));
  const tries = (before?.tries ?? 0) + (counts ? 1 : 0);
  const text = verdict.summary?.trim() || 'Handed over without a word.';
  const commit = headSha === null ? {} : { commit: headSha };
  const noted = await tasksWithin(tx).checkpoint({ task: taskId, type: 'handoff', text, ...commit }, act);
  if (!noted.ok) return noted;
  await append(tx, { type: 'run.handed-off', entity: runId, payload: { taskId, fill: contextFill, counts } }, act);
  if (tries >= rules.maxAttempts) {
    const reason: DispatchReason = { code: 'dispatch.no-progress', handovers: tries, summary: text };
    const next = [step('Continue anyway', 'run retry', taskId)];
    return blockForFailure(tx, { ...blockingOf(run, verdict), reason, next }, act);
  }
  const next = { resume: false, handover: true, tries, model: before?.model ?? null, note: run.note, askedBy: null };
  await restStore(tx).saveRetry({ taskId, runId, ...next });
  return tasksWithin(tx).releaseFromRun({ taskId }, act);
}

/** Whether a run left a commit that was not there when it began. */
async function leftSomething(tx: Tx, { taskId, resumes, headSha, baseSha }: RunRecord): Promise<boolean> {
  const before = (await listAttempts(tx, taskId)).find(({ id }) => id === resumes);
  return headSha !== null && headSha !== (before?.headSha ?? baseSha);
}
