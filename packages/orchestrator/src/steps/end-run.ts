import { type AgentEnd, hideInVerdict, killedAtStartCode, type RunRecord, sayable, type Verdict } from '@cw/agents';
import { ok, type Result, tellTime, toIso, unwrap } from '@cw/kernel';
import { type Ask, choicesFor } from '@cw/messages';
import type { Tx } from '@cw/storage';
import { blockTaskStep, getTask } from '@cw/tasks';
import type { Reached } from '../commands/advance-run.ts';
import { actFor, type Driving, whileDispatching } from '../deps.ts';
import { handoffIgnored } from '../handover/ask-handoff.ts';
import { settleHandoff } from '../handover/settle-handoff.ts';
import { askOn, endAsks, sayLateAnswers } from '../inbox/end-asks.ts';
import { settleMessages } from '../messages/carry-messages.ts';
import type { AccountRest } from '../model/rest.ts';
import type { FailedRun, RetryRules } from '../retry/decide.ts';
import { blockForFailure } from './block-for-failure.ts';
import { notOnBranch } from './commit-work.ts';
import { keptBack, settleKeptBack } from './keep-back.ts';
import { pauseAfterFailures } from './pause-after-failures.ts';
import { proposeFollowUps } from './propose-follow-ups.ts';
import { renewRefused } from './renew-refused.ts';
import { capReached } from './run-caps.ts';
import { settleDone } from './settle-done.ts';
import { blockingOf, causeOf, retryRules, settleFailed } from './settle-failed.ts';
import { unlistedPackages } from './unlisted-packages.ts';
import { agentEnd } from './watch-run.ts';

export type RunFault =
  | { readonly reason: string; readonly code: string | undefined }
  /** Its agent was not started, for what its account rests for. */
  | { readonly rest: AccountRest };

type Ending = {
  readonly verdict: Verdict;
  readonly exitCode: number | null;
  readonly progress?: ReturnType<Driving['agents']['progressOf']>;
  /** Ids of messages that reached its agent. */
  readonly receipts?: readonly string[];
};

/**
 * Ends a run and says what becomes of its task, in one transaction: into the merge queue, closed when there was nothing to
 * merge, tried again as the kind of its failure says, else waiting for a person with the reason.
 * @param fault why the run cannot go on, when it never came to a result of its own
 */
export async function endRun(deps: Driving, run: RunRecord, fault?: RunFault): Promise<Reached> {
  const found = fault === undefined ? await endingOf(deps, run) : faulted(run, fault);
  if (found === undefined) return undefined;
  const whole = await withPackages(deps, run, await withIgnored(deps, run, found));
  const ending = { ...whole, verdict: hideInVerdict(whole.verdict, await deps.agents.hiderFor(run)) };
  const { outcome, doneWithout } = ending.verdict;
  const elsewhere = outcome === 'done' || doneWithout ? notOnBranch(deps, run) : undefined;
  const project = await deps.projects.get(run.projectId);
  const rules = await retryRules(deps.storage.read, run);
  const renewal = fault === undefined ? await renewRefused(deps, run, ending) : undefined;
  const rest = fault !== undefined && 'rest' in fault ? fault.rest : undefined;
  unwrap(
    await whileDispatching(deps, async (tx) => {
      const { exitCode, progress } = ending;
      const verdict = await withTakeOver(tx, run, ending.verdict);
      const ended = await deps.agents.steps.end(
        tx,
        { runId: run.id, verdict, exitCode, ...(progress === undefined ? {} : { progress }) },
        actFor(run),
      );
      if (!ended.ok) return ended;
      const proposed = await proposeFollowUps(deps, tx, { run, verdict });
      if (!proposed.ok) return proposed;
      await settleMessages(deps, tx, { run, receipts: ending.receipts ?? [], isLast: verdict.outcome === 'done' });
      const target = project?.integrationBranch ?? 'cw/next';
      if (verdict.outcome === 'failed' || verdict.outcome === 'lost') await pauseAfterFailures(tx, run);
      const asks = await endAsks(tx, run, actFor(run));
      if (verdict.outcome === 'done') await sayLateAnswers(tx, { run, asks, ids: deps.ids });
      return settleTask(deps, tx, {
        run: ended.value,
        asks,
        verdict,
        target,
        elsewhere,
        rules,
        renewal,
        rest,
        isFault: fault !== undefined && verdict.outcome !== 'lost',
      });
    }),
  );
  return undefined;
}

/** With the word that a person took the task over, where that is why its agent was ended. */
async function withTakeOver(tx: Tx, { id, taskId, stopRequestedAt }: RunRecord, verdict: Verdict): Promise<Verdict> {
  if (verdict.outcome !== 'stopped') return verdict;
  const lease = (await getTask(tx, taskId))?.lease ?? null;
  if (lease === null || lease.expiresAt !== null || lease.holder === id) return verdict;
  const at = tellTime(toIso(stopRequestedAt ?? tx.at));
  return {
    ...verdict,
    reason: `Taken over by ${lease.holder}, ${at}.`,
  };
}

/** With the word that its agent did not hand over, where it was told to. */
async function withIgnored(deps: Driving, run: RunRecord, ending: Ending): Promise<Ending> {
  const { verdict, progress } = ending;
  if (verdict.outcome === 'handoff') return ending;
  const ignored = await handoffIgnored(deps.storage.read, run, progress?.counts.contextFill ?? null);
  return ignored === undefined
    ? ending
    : { ...ending, verdict: { ...verdict, deviations: [...verdict.deviations, ignored] } };
}

/** With the packages that it adds and its agent did not list. */
async function withPackages(deps: Driving, run: RunRecord, ending: Ending): Promise<Ending> {
  const { verdict } = ending;
  const { deviations } = verdict;
  const unlisted = await unlistedPackages(deps, run, deviations);
  return unlisted.length === 0
    ? ending
    : { ...ending, verdict: { ...verdict, deviations: [...deviations, ...unlisted] } };
}

async function endingOf(deps: Driving, run: RunRecord): Promise<Ending | undefined> {
  if (deps.agents.identityOf(run) === undefined) return stoppedEarly(run);
  const end = await agentEnd(deps, run);
  if (end === undefined) return undefined;
  const { receipts } = end.trace;
  const progress = deps.agents.progressOf(run, end);
  return { verdict: judge(deps, run, end), exitCode: end.end.exitCode, progress, receipts };
}

/** What came of a run. One that cw itself ended for a cause has failed with that, unless its agent answered after all. */
function judge(deps: Driving, run: RunRecord, { trace, end }: AgentEnd): Verdict {
  const { judge: judged } = deps.agents.provider(run.provider);
  const { failure, reason } = run;
  if (run.stopRequestedAt === null || failure === null)
    return judged(trace, { ...end, stoppedBy: run.stopRequestedBy });
  const verdict = judged(trace, { ...end, stoppedBy: null });
  const answered = verdict.outcome !== 'lost' && (verdict.outcome !== 'failed' || verdict.failure === 'agent');
  return answered ? verdict : { ...verdict, outcome: 'failed', failure, reason, limitResetsAt: null };
}

const nothing = { summary: null, deviations: [], followUps: [], limitResetsAt: null } as const;

function stoppedEarly(run: RunRecord): Ending {
  const reason = `${run.stopRequestedBy ?? 'Somebody'} stopped it before the agent was started.`;
  return { verdict: { ...nothing, outcome: 'stopped', reason, failure: null }, exitCode: null };
}

function faulted(run: RunRecord, fault: RunFault): Ending {
  if ('rest' in fault) return { verdict: keptBack(fault.rest), exitCode: null };
  const { reason, code } = fault;
  if (code === killedAtStartCode) {
    return { verdict: { ...nothing, outcome: 'lost', reason, failure: null }, exitCode: null };
  }
  const failure = code === capReached ? 'cap' : 'program';
  return {
    verdict: { ...nothing, outcome: 'failed', reason: sayable(reason), failure },
    exitCode: run.exitCode,
  };
}

type Settling = {
  readonly run: RunRecord;
  /** What its agent asked and was not told. */
  readonly asks: readonly Ask[];
  readonly verdict: Verdict;
  /** The branch that finished work is merged into. */
  readonly target: string;
  /** Why the work of a run that is done is not on its branch, when it is not. */
  readonly elsewhere: string | undefined;
  readonly rules: RetryRules;
  readonly renewal: FailedRun['renewal'];
  /** Why its agent was not started, where that is what its account rests for. */
  readonly rest: AccountRest | undefined;
  /** True where cw itself could not go on with the run. */
  readonly isFault: boolean;
};

async function settleTask(deps: Driving, tx: Tx, settling: Settling): Promise<Result<unknown, unknown>> {
  const { run, verdict } = settling;
  const act = actFor(run);
  const { taskId } = run;
  const task = await getTask(tx, taskId);
  if (task === undefined || task.status === 'closed') return ok(null);
  // A person has taken it over.
  if (task.lease !== null && task.lease.holder !== run.id) return ok(null);
  const { rest, rules } = settling;
  if (rest !== undefined) return settleKeptBack(tx, { run, rest, rules });
  if (verdict.outcome === 'done' && settling.elsewhere === undefined)
    return settleDone(tx, { ...settling, task, ids: deps.ids }, act);
  if (verdict.outcome === 'handoff' && settling.elsewhere === undefined)
    return settleHandoff(tx, { ...settling, ids: deps.ids });
  if (causeOf(verdict) !== undefined && !settling.isFault) return settleFailed(tx, { ...settling, ids: deps.ids });
  const reason = settling.elsewhere ?? (verdict.reason?.trim() || `The run ended as ${verdict.outcome}.`);
  // Who stopped it knows.
  if (verdict.outcome === 'stopped') return blockTaskStep(tx, { taskId, reason }, act);
  const blocking = { ...blockingOf(deps.ids, run, verdict), reason };
  if (verdict.outcome !== 'needs-input') return blockForFailure(tx, blocking, act);
  const { asks } = settling;
  const choices = verdict.doneWithout && settling.elsewhere === undefined ? choicesFor.denied : undefined;
  return askOn(tx, { ...blocking, kind: 'question', choices, run, asks }, act);
}
