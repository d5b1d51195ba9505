import { hideInVerdict, type RunRecord } from '@cw/agents';
import type { Driving } from '../deps.ts';
import { handoffIgnored } from '../handover/ask-handoff.ts';
import type { LeftReason } from '../model/left-reason.ts';
import type { AccountRest } from '../model/rest.ts';
import type { FailedRun, RetryRules } from '../retry/decide.ts';
import { notOnBranch } from '../steps/commit-work.ts';
import { type HowEnded, judgeEnd, type RunFault } from './judge-end.ts';
import { renewRefused } from './renew-refused.ts';
import { retryRules } from './settle-failed.ts';
import { unlistedPackages } from './unlisted-packages.ts';

/** The end of a run, with what its transaction cannot look up because git, files or the agent program tell it. */
export type FoundEnd = HowEnded & {
  /** The branch that finished work is merged into. */
  readonly target: string;
  /** Why the work of a run that is done is not on its branch, when it is not. */
  readonly elsewhere: LeftReason | undefined;
  readonly rules: RetryRules;
  readonly renewal: FailedRun['renewal'];
  /** Why its agent was not started, where that is what its account rests for. */
  readonly rest: AccountRest | undefined;
  /** True where cw itself could not go on with the run. */
  readonly isFault: boolean;
};

/** How a run ended; undefined where this process stops before that is known. */
export async function findEnd(deps: Driving, run: RunRecord, fault?: RunFault): Promise<FoundEnd | undefined> {
  const how = await judgeEnd(deps, run, fault);
  if (how === undefined) return undefined;
  const deviations = [...how.verdict.deviations, ...(await unsaid(deps, run, how))];
  const verdict = hideInVerdict({ ...how.verdict, deviations }, await deps.agents.hiderFor(run));
  const { outcome, doneWithout } = verdict;
  return {
    ...how,
    verdict,
    target: (await deps.projects.queries.get(run.projectId))?.integrationBranch ?? 'cw/next',
    elsewhere: outcome === 'done' || doneWithout ? notOnBranch(deps, run) : undefined,
    rules: await retryRules(deps.storage.read, run),
    renewal: fault === undefined ? await renewRefused(deps, run, how) : undefined,
    rest: fault !== undefined && 'rest' in fault ? fault.rest : undefined,
    isFault: fault !== undefined && outcome !== 'lost',
  };
}

/** Where it did otherwise than it should and its agent did not say so. */
async function unsaid(deps: Driving, run: RunRecord, { verdict, progress }: HowEnded): Promise<readonly string[]> {
  const fill = progress?.counts.contextFill ?? null;
  const ignored = verdict.outcome === 'handoff' ? undefined : await handoffIgnored(deps.storage.read, run, fill);
  const packages = await unlistedPackages(deps, run, verdict.deviations);
  return ignored === undefined ? packages : [ignored, ...packages];
}
