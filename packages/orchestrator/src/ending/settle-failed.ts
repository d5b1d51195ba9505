import { canGoOn, followsHandover, listAttempts, neverBegan, type RunRecord, type Verdict, whyEnded } from '@cw/agents';
import { readSetting } from '@cw/config';
import type { Result } from '@cw/kernel';
import type { Blocking } from '@cw/messages';
import type { ReadDb, Tx } from '@cw/storage';
import { tasksWithin } from '@cw/tasks';
import { restStore } from '../adapters/rest-store.ts';
import { append } from '../append.ts';
import { busyDelay, limitProbe, maxAttempts, retryDelay, retryDelayMost } from '../config-keys.ts';
import { actFor } from '../deps.ts';
import { tellAccountRests } from '../inbox/tell-account.ts';
import type { AccountRest } from '../model/rest.ts';
import { type FailedRun as DecideOn, decide, type FailureCause, type RetryRules } from '../retry/decide.ts';
import { blockForFailure } from './block-for-failure.ts';
import { retryBefore } from './retry-before.ts';

export type FailedSettling = {
  readonly run: RunRecord;
  readonly verdict: Verdict;
  readonly rules: RetryRules;
  /** What came of renewing a sign-in that was refused; absent where that was not tried. */
  readonly renewal?: DecideOn['renewal'];
};

/** What is the same of everything that a run's end puts before a person. */
export function blockingOf(run: RunRecord, { outcome, failure }: Verdict): Omit<Blocking, 'kind' | 'reason'> {
  const { id: runId, taskId, projectId } = run;
  return { taskId, projectId, runId, details: { outcome, failure } };
}

/** What kind of failure a run ended with that may be tried again; undefined when it did not fail. */
export function causeOf({ outcome, failure }: Verdict): FailureCause | undefined {
  if (outcome === 'lost') return 'lost';
  return outcome === 'failed' ? (failure ?? 'agent') : undefined;
}

/** The rules that hold for a run of a task. */
export async function retryRules(db: ReadDb, { projectId, taskId }: RunRecord): Promise<RetryRules> {
  const scope = { project: projectId, task: taskId };
  const read = async (key: typeof retryDelay) => (await readSetting(db, key, scope)).value;
  const mostMs = (await read(retryDelayMost)) * 1_000;
  return {
    maxAttempts: await read(maxAttempts),
    delayMs: (await read(retryDelay)) * 1_000,
    mostDelayMs: mostMs,
    busyMs: (await read(busyDelay)) * 1_000,
    mostBusyMs: mostMs,
    probeMs: (await read(limitProbe)) * 60_000,
  };
}

/**
 * Says what becomes of the task of a run that failed, and of its account: tried again at once or later, or waiting for a
 * person, with the reason in words.
 */
export async function settleFailed(tx: Tx, settling: FailedSettling): Promise<Result<unknown, unknown>> {
  const { run, verdict, rules } = settling;
  const store = restStore(tx);
  const account = { provider: run.provider, accountId: run.accountId ?? '' };
  const cause = causeOf(verdict) ?? 'agent';
  const before = await retryBefore(tx, run);
  const model = verdict.limitModel ?? null;
  const rested = (await store.restsOfAccount(account)).find((rest) => rest.model === model);
  const happened = whyEnded(verdict);
  const next = decide(
    {
      runId: run.id,
      taskId: run.taskId,
      cause,
      limitResetsAt: verdict.limitResetsAt,
      happened,
      tries: before?.tries ?? 0,
      accountTimes: timesNow(rested, run, cause),
      limitModel: model,
      knownUntil: rested?.cause === 'limit' ? rested.until : null,
      resumable: canGoOn(run),
      resumed: run.resumes !== null,
      begun: !neverBegan(verdict),
      renewal: settling.renewal,
    },
    rules,
    tx.at,
  );
  const { task, tries, reason, steps } = next;
  if (next.account !== null) {
    // What waits for a person says what that one can do.
    const said = next.account.until === null ? reason : happened;
    const times = timesNow(rested, run, cause);
    const now = { ...account, ...next.account, model, times, reason: said, since: tx.at };
    const rest = longer(now, rested);
    await store.saveAccount(rest);
    const { cause: why, until } = rest;
    const payload = { provider: run.provider, accountId: run.accountId, cause: why, model: rest.model, until };
    await append(tx, { type: 'account.rested', entity: run.accountId ?? run.provider, payload }, actFor(run));
    const endsThen = rest.until !== null && rest.until === verdict.limitResetsAt;
    await tellAccountRests(tx, { rest, endsThen }, actFor(run));
  }
  const { taskId } = run;
  if (task.kind === 'person') {
    await store.endRest(taskId);
    return blockForFailure(tx, { ...blockingOf(run, verdict), reason, next: steps }, actFor(run));
  }
  const nextModel = before?.model ?? null;
  // A conversation of its own it may begin, but not without the work that was handed over.
  const handover = !task.resume && followsHandover(run, await listAttempts(tx, taskId));
  const begin = { resume: task.resume, handover, model: nextModel, note: run.note };
  await store.saveRetry({ taskId, runId: run.id, tries, askedBy: null, ...begin });
  if (task.at !== null && task.at <= tx.at) return tasksWithin(tx).releaseFromRun({ taskId }, actFor(run));
  await store.saveRest({ taskId, runId: run.id, cause, until: task.at });
  return tasksWithin(tx).rest({ taskId, reason }, actFor(run));
}

/** How often in a row the account was of no use. Runs that were under way together tell of it once. */
function timesNow(rested: AccountRest | undefined, run: RunRecord, cause: string): number {
  if (rested?.cause !== cause) return 1;
  return rested.until !== null && run.createdAt >= rested.until ? rested.times + 1 : rested.times;
}

/** Of two rests of one account for the same, what ends later: a run that was under way may tell of less than is known already. */
function longer(rest: AccountRest, rested: AccountRest | undefined): AccountRest {
  if (rested === undefined || rest.until === null) return rest;
  if (rested.until === null) return rested;
  if (rested.until <= rest.until) return rest;
  return rested.cause === rest.cause ? { ...rest, until: rested.until } : rested;
}
