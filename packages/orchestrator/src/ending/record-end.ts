import type { RunRecord, Verdict } from '@cw/agents';
import { ok, type Result } from '@cw/kernel';
import { asksOfRun, messagesWithin } from '@cw/messages';
import type { Tx } from '@cw/storage';
import { getTask } from '@cw/tasks';
import { actFor, type Driving } from '../deps.ts';
import type { DispatchReason } from '../model/dispatch-reason.ts';
import type { EndedRun } from './end-step.ts';
import type { FoundEnd } from './find-end.ts';

/** Records how a run ended; answers what the steps after that go by. */
export async function recordEnd(
  { agents }: Pick<Driving, 'agents'>,
  tx: Tx,
  { run, found }: { readonly run: RunRecord; readonly found: FoundEnd },
): Promise<Result<EndedRun, unknown>> {
  const { exitCode, progress } = found;
  const verdict = await withTakeOver(tx, run, found.verdict);
  const end = { runId: run.id, verdict, exitCode, ...(progress === undefined ? {} : { progress }) };
  const ended = await agents.within(tx).endRun(end, actFor(run));
  if (!ended.ok) return ended;
  await messagesWithin(tx).endDismissedAsks(run.id);
  const asks = await asksOfRun(tx, run.id);
  const questions = asks.filter(({ kind }) => kind === 'question');
  return ok({ ...found, verdict, run: ended.value, asks, questions });
}

/** With the word that a person took the task over, where that is why its agent was ended. */
async function withTakeOver(tx: Tx, { id, taskId, stopRequestedAt }: RunRecord, verdict: Verdict): Promise<Verdict> {
  if (verdict.outcome !== 'stopped') return verdict;
  const lease = (await getTask(tx, taskId))?.lease ?? null;
  if (lease === null || lease.expiresAt !== null || lease.holder === id) return verdict;
  const reason: DispatchReason = { code: 'dispatch.taken-over', by: lease.holder, at: stopRequestedAt ?? tx.at };
  return { ...verdict, reason };
}
