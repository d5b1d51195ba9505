import { type AgentEnd, killedAtStartCode, type RunRecord, sayable, type Verdict } from '@cw/agents';
import { inEachText, readReason } from '@cw/kernel';
import type { Driving } from '../deps.ts';
import type { DispatchReason } from '../model/dispatch-reason.ts';
import type { AccountRest } from '../model/rest.ts';
import { keptBack } from '../steps/keep-back.ts';
import { capReached } from '../steps/run-caps.ts';
import { agentEnd } from '../steps/watch-run.ts';

/** Why a run cannot go on that never came to a result of its own. */
export type RunFault =
  | { readonly reason: DispatchReason; readonly code: string | undefined }
  /** Its agent was not started, for what its account rests for. */
  | { readonly rest: AccountRest };

/** How a run ended. */
export type HowEnded = {
  readonly verdict: Verdict;
  readonly exitCode: number | null;
  readonly progress?: ReturnType<Driving['agents']['progressOf']>;
  /** Ids of messages that reached its agent. */
  readonly receipts?: readonly string[];
};

/** What came of a run; undefined where this process stops before its agent has ended. */
export async function judgeEnd(deps: Driving, run: RunRecord, fault?: RunFault): Promise<HowEnded | undefined> {
  if (fault !== undefined) return faulted(run, fault);
  if (deps.agents.identityOf(run) === undefined) return stoppedEarly(run);
  const end = await agentEnd(deps, run);
  if (end === undefined) return undefined;
  const { receipts } = end.trace;
  const progress = deps.agents.progressOf(run, end);
  return { verdict: judge(deps, run, end), exitCode: end.end.exitCode, progress, receipts };
}

/** What came of an agent. One that cw itself ended for a cause has failed with that, unless it answered after all. */
function judge(deps: Driving, run: RunRecord, { trace, end }: AgentEnd): Verdict {
  const { judge: judged } = deps.agents.provider(run.provider);
  const { failure, why } = run;
  if (run.stopRequestedAt === null || failure === null)
    return judged(trace, { ...end, stoppedBy: run.stopRequestedBy });
  const verdict = judged(trace, { ...end, stoppedBy: null });
  const answered = verdict.outcome !== 'lost' && (verdict.outcome !== 'failed' || verdict.failure === 'agent');
  if (answered) return verdict;
  return { ...verdict, outcome: 'failed', failure, reason: why && readReason(why), limitResetsAt: null };
}

const nothing = { summary: null, deviations: [], followUps: [], limitResetsAt: null } as const;

function stoppedEarly(run: RunRecord): HowEnded {
  const reason: DispatchReason = { code: 'dispatch.stopped-early', by: run.stopRequestedBy ?? 'Somebody' };
  return { verdict: { ...nothing, outcome: 'stopped', reason, failure: null }, exitCode: null };
}

function faulted(run: RunRecord, fault: RunFault): HowEnded {
  if ('rest' in fault) return { verdict: keptBack(fault.rest), exitCode: null };
  const { reason, code } = fault;
  if (code === killedAtStartCode) {
    return { verdict: { ...nothing, outcome: 'lost', reason, failure: null }, exitCode: null };
  }
  const failure = code === capReached ? 'cap' : 'program';
  return {
    verdict: { ...nothing, outcome: 'failed', reason: inEachText(reason, (text) => sayable(text)), failure },
    exitCode: run.exitCode,
  };
}
