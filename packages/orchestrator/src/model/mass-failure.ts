import type { FailureClass } from '@cw/agents';
import type { Instant } from '@cw/kernel';
import type { DispatchReason } from './dispatch-reason.ts';

/** A run that failed in a way that may have a common cause. */
export type FailedRun = { readonly taskId: string; readonly projectId: string; readonly endedAt: Instant };

/** How many failures within how many minutes are too many; 0 failures: any number is borne. */
export type FailureLimit = { readonly failures: number; readonly minutes: number };

/** What is said of the account, of the run's own bounds or of what one task asks for, and dealt with by itself. */
export const failuresNotCounted: readonly FailureClass[] = [
  'limit',
  'throttle',
  'overload',
  'offline',
  'login',
  'spend',
  'cap',
  'refusal',
  'cut-off',
];

/** One task that fails again and again is no mass failure. */
const leastTasks = 3;

type Question = {
  /** Of the workspace. */
  readonly failed: readonly FailedRun[];
  /** The project of the run that just failed. */
  readonly projectId: string;
  readonly inProject: FailureLimit;
  readonly inWorkspace: FailureLimit;
  /** Since when failures count in the project and in the workspace: the last time that a person resumed it. */
  readonly projectSince: Instant;
  readonly workspaceSince: Instant;
  readonly now: Instant;
};

export type MassFailure = {
  /** Id of the project, or empty for the workspace, where nothing more is to be started. */
  readonly scope: string;
  readonly reason: DispatchReason;
};

/**
 * Whether so many runs have failed in a short time that starting more would only cost money: in the project, or, where
 * they are of several projects, in the workspace.
 */
export function massFailure(question: Question): MassFailure | undefined {
  const { failed, projectId, inProject, inWorkspace, projectSince, workspaceSince, now } = question;
  const own = within(failed, { limit: inProject, since: Math.max(projectSince, workspaceSince), now }).filter(
    (run) => run.projectId === projectId,
  );
  if (isTooMany(own, inProject)) return { scope: projectId, reason: reasonFor(own, inProject) };
  const all = within(failed, { limit: inWorkspace, since: workspaceSince, now });
  const isOfSeveral = new Set(all.map((run) => run.projectId)).size > 1;
  return isOfSeveral && isTooMany(all, inWorkspace) ? { scope: '', reason: reasonFor(all, inWorkspace) } : undefined;
}

type Window = { readonly limit: FailureLimit; readonly since: Instant; readonly now: Instant };

function within(failed: readonly FailedRun[], { limit, since, now }: Window): readonly FailedRun[] {
  const from = Math.max(since, now - limit.minutes * 60_000);
  return failed.filter(({ endedAt }) => endedAt > from);
}

function isTooMany(failed: readonly FailedRun[], { failures }: FailureLimit): boolean {
  const tasks = new Set(failed.map(({ taskId }) => taskId)).size;
  return failures > 0 && failed.length >= failures && tasks >= Math.min(leastTasks, failures);
}

function reasonFor(failed: readonly FailedRun[], { minutes }: FailureLimit): DispatchReason {
  const tasks = new Set(failed.map(({ taskId }) => taskId)).size;
  return { code: 'dispatch.mass-failure', runs: failed.length, tasks, minutes };
}
