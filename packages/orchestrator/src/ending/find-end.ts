import { hideInVerdict, type RunRecord } from '@cw/agents';
import { isFault } from '@cw/kernel';
import { changesNothing, projectPaths } from '@cw/projects';
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
  /** Whether a run that is done has changed no file. */
  readonly isUnchanged: boolean;
  /** Whether what it did is checked before it counts. */
  readonly hasChecks: boolean;
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
  const project = await deps.projects.queries.get(run.projectId);
  return {
    ...how,
    verdict,
    target: project?.integrationBranch ?? 'cw/next',
    isUnchanged: outcome === 'done' && (await isUnchanged(deps, run)),
    hasChecks: (project?.checks.length ?? 0) > 0,
    elsewhere: outcome === 'done' || doneWithout ? notOnBranch(deps, run) : undefined,
    rules: await retryRules(deps.storage.read, run),
    renewal: fault === undefined ? await renewRefused(deps, run, how) : undefined,
    rest: fault !== undefined && 'rest' in fault ? fault.rest : undefined,
    isFault: fault !== undefined && outcome !== 'lost',
  };
}

/** Whether the branch of a run has the files that it began with. */
async function isUnchanged(deps: Driving, { projectId, taskId, headSha, baseSha }: RunRecord): Promise<boolean> {
  if (headSha === null || headSha === baseSha) return true;
  const { clone } = projectPaths(deps.home, projectId);
  return changesNothing(clone, { taskId, head: headSha }).catch((error: unknown) => {
    // A clone that cannot be read keeps no run from its end.
    if (!isFault(error)) throw error;
    deps.onError(error);
    return false;
  });
}

/** Where it did otherwise than it should and its agent did not say so. */
async function unsaid(deps: Driving, run: RunRecord, { verdict, progress }: HowEnded): Promise<readonly string[]> {
  const fill = progress?.counts.contextFill ?? null;
  const ignored = verdict.outcome === 'handoff' ? undefined : await handoffIgnored(deps.storage.read, run, fill);
  const packages = await unlistedPackages(deps, run, verdict.deviations);
  return ignored === undefined ? packages : [ignored, ...packages];
}
