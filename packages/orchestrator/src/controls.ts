import type { RunFailure } from '@cw/agents';
import type { Workspace } from '@cw/entry';
import { createIntegrationModule } from '@cw/integration';
import { type Act, type Instant, ok, type Result } from '@cw/kernel';
import type { Answering, ItemView } from '@cw/messages';
import { findProject, getProject, type ProjectFailure, projectPaths } from '@cw/projects';
import type { TaskFailure } from '@cw/tasks';
import { sqlitePauseStore } from './adapters/sqlite-pause-store.ts';
import { pauseDispatch, resumeDispatch } from './commands/pause-dispatch.ts';
import { type AnsweredItem, answerInbox, dismissInbox } from './inbox/answer.ts';
import type { AnswerFailure } from './inbox/answer-failure.ts';
import type { DispatchFailure, DispatchView, PauseView } from './model/pause.ts';
import type { RestView } from './model/rest.ts';
import type { RetryFailure } from './model/retry.ts';
import { type Comparison, compareRuns } from './queries/compare-runs.ts';
import { showRests } from './queries/find-rests.ts';
import { type AttemptView, listAttempts } from './queries/list-attempts.ts';
import { listPauses, showDispatch } from './queries/list-pauses.ts';
import { type AttemptTimes, listSpans } from './queries/list-spans.ts';
import { monitorProjects, type ProjectMonitor } from './queries/monitor-projects.ts';
import { type Retried, type RetryInput, retryRun } from './retry/retry-run.ts';
import { listWaits, type WaitView } from './selection/list-waits.ts';

/** What is asked of the loop from outside, by any process, whether or not it is the one that dispatches. */
export type Controls = {
  pause(
    input: {
      /** By name, id or start of the id; absent: the workspace. */
      readonly project?: string | undefined;
      readonly reason?: string | undefined;
    },
    act: Act,
  ): Promise<Result<DispatchView, DispatchFailure>>;
  resume(input: { readonly project?: string | undefined }, act: Act): Promise<Result<DispatchView, DispatchFailure>>;
  pauses(): Promise<readonly PauseView[]>;
  /** Accounts that are of no use for now, and until when. */
  rests(): Promise<readonly RestView[]>;
  /** Two runs side by side. */
  compare(run: string, other: string): Promise<Result<Comparison, RunFailure | RetryFailure>>;
  /** Every attempt at a task, by its whole id, with what came next. */
  attempts(taskId: string): Promise<readonly AttemptView[]>;
  /** What every attempt at a task, by its whole id, was doing when. */
  spans(taskId: string): Promise<readonly AttemptTimes[]>;
  /** Has the task of a run tried again. */
  retry(input: RetryInput, act: Act): Promise<Result<Retried, RetryFailure | RunFailure | TaskFailure>>;
  /** Answers what waits for a person and does what that says, or neither. */
  answer(input: Answering, act: Act): Promise<Result<AnsweredItem, AnswerFailure>>;
  /** Dismisses something that waits for a person, and leaves what it is about as it is. */
  dismiss(input: Pick<Answering, 'item' | 'via'>, act: Act): Promise<Result<ItemView, AnswerFailure>>;
  /** What keeps a task from being started that was assigned and is ready, by its whole id; of any other nothing. */
  waiting(taskId: string): Promise<readonly WaitView[]>;
  /** How projects stand, or one of them by its whole id: runs, merges, and what today has cost. */
  monitors(projectId?: string): Promise<readonly ProjectMonitor[]>;
};

export function createControls(workspace: Workspace): Controls {
  const { home, storage, clock } = workspace;
  const { read, transact } = storage;
  const deps = { transact, store: sqlitePauseStore };
  const projectOf = async (name: string | undefined): Promise<Result<Scoped, ProjectFailure>> =>
    name === undefined ? ok(null) : findProject(read, home, name);
  return {
    pause: async ({ project, reason }, act) => {
      const found = await projectOf(project);
      if (!found.ok) return found;
      const done = await pauseDispatch(deps, { scope: found.value?.id ?? '', reason }, act);
      return done.ok ? ok(await showDispatch(read, found.value)) : done;
    },
    resume: async ({ project }, act) => {
      const found = await projectOf(project);
      if (!found.ok) return found;
      const done = await resumeDispatch(deps, { scope: found.value?.id ?? '' }, act);
      return done.ok ? ok(await showDispatch(read, found.value)) : done;
    },
    pauses: () => listPauses(read),
    rests: () => showRests(read, clock.now()),
    compare: (run, other) =>
      compareRuns({ read, cloneOf: (projectId) => projectPaths(home, projectId).clone }, [run, other]),
    attempts: (taskId) => listAttempts(read, taskId),
    spans: (taskId) => listSpans(read, taskId),
    retry: (input, act) => retryRun({ transact }, input, act),
    answer: (input, act) => {
      const prepareMerge = (merge: string) => createIntegrationModule(workspace).prepareRetry(merge);
      const targetOf = async (projectId: string | null) =>
        (projectId === null ? undefined : await getProject(read, home, projectId))?.integrationBranch ?? 'cw/next';
      return answerInbox({ read, transact, ids: workspace.ids, prepareMerge, targetOf }, input, act);
    },
    dismiss: (input, act) => dismissInbox({ transact }, input, act),
    waiting: (taskId) => listWaits(read, home, taskId),
    monitors: (projectId) => monitorProjects(read, midnightBefore(clock.now()), projectId),
  };
}

/** When the day began where this machine is. */
function midnightBefore(now: Instant): Instant {
  return new Date(now).setHours(0, 0, 0, 0);
}

type Scoped = { readonly id: string; readonly name: string } | null;
