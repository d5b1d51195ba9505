import { canGoOn, followsHandover, listAttempts, type RunRecord, type Verdict } from '@cw/agents';
import type { Result } from '@cw/kernel';
import type { ReadDb, Tx } from '@cw/storage';
import { tasksWithin } from '@cw/tasks';
import { restStore } from '../adapters/rest-store.ts';
import { actFor, type Driving } from '../deps.ts';
import { retryBefore } from '../ending/retry-before.ts';
import type { DispatchReason } from '../model/dispatch-reason.ts';
import { type AccountRest, mayBeUsed } from '../model/rest.ts';
import { restingAccounts } from '../queries/find-rests.ts';
import { spread } from '../retry/back-off.ts';
import type { RetryRules } from '../retry/decide.ts';

/**
 * What the account of a run rests for, where that became known after the run was made and before its agent was started:
 * nobody else is started with it now. Undefined where nothing keeps it back, or its agent is at work already.
 */
export async function restBeforeStart(deps: Driving, run: RunRecord): Promise<AccountRest | undefined> {
  if (deps.agents.identityOf(run) !== undefined) return undefined;
  return restOf(deps.storage.read, run);
}

async function restOf(db: ReadDb, { provider, accountId, model }: RunRecord): Promise<AccountRest | undefined> {
  const resting = await restingAccounts(db);
  return resting
    .filter((rest) => rest.triedBy === null && rest.provider === provider && rest.accountId === (accountId ?? ''))
    .filter((rest) => !mayBeUsed(rest, model))
    .toSorted((a, b) => (b.until ?? Number.MAX_VALUE) - (a.until ?? Number.MAX_VALUE))[0];
}

/** How a run ends whose agent was not started for that. */
export function keptBack({ cause, until, reason: rest }: AccountRest): Verdict {
  const reason: DispatchReason = { code: 'dispatch.kept-back', rest };
  return {
    summary: null,
    deviations: [],
    followUps: [],
    outcome: 'failed',
    failure: cause,
    limitResetsAt: until,
    reason,
  };
}

/**
 * Has the task of such a run wait as those do that were not begun, or stopped in the middle: work that begins afresh is
 * open again, for any account that is free, and a conversation rests until its account is of use. It is no attempt.
 */
export async function settleKeptBack(
  tx: Tx,
  { run, rest, rules }: { readonly run: RunRecord; readonly rest: AccountRest; readonly rules: RetryRules },
): Promise<Result<unknown, unknown>> {
  const { id: runId, taskId } = run;
  const store = restStore(tx);
  const before = await retryBefore(tx, run);
  const resume = canGoOn(run);
  const handover = !resume && followsHandover(run, await listAttempts(tx, taskId));
  const begin = { resume, handover, model: before?.model ?? null, note: run.note };
  await store.saveRetry({ taskId, runId, tries: before?.tries ?? 0, askedBy: before?.askedBy ?? null, ...begin });
  if (!resume && rest.until !== null) return tasksWithin(tx).releaseFromRun({ taskId }, actFor(run));
  const until = rest.until === null ? null : rest.until + Math.round(spread(runId) * rules.delayMs);
  await store.saveRest({ taskId, runId, cause: rest.cause, until });
  const reason: DispatchReason = { code: 'dispatch.held-back', rest: rest.reason, until };
  return tasksWithin(tx).rest({ taskId, reason }, actFor(run));
}
