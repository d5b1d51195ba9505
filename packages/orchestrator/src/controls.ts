import type { Workspace } from '@cw/entry';
import { prepareRetry } from '@cw/integration';
import { type Act, type Instant, ok, type Result } from '@cw/kernel';
import type { Answering } from '@cw/messages';
import { findProject, getProject, type ProjectFailure, projectPaths } from '@cw/projects';
import { pauseStore } from './adapters/pause-store.ts';
import { pauseDispatch, resumeDispatch } from './commands/pause-dispatch.ts';
import { answerInbox, dismissInbox } from './inbox/answer.ts';
import { compareRuns } from './queries/compare-runs.ts';
import { showRests } from './queries/find-rests.ts';
import { listAttempts } from './queries/list-attempts.ts';
import { listPauses, showDispatch } from './queries/list-pauses.ts';
import { listSpans } from './queries/list-spans.ts';
import { monitorProjects } from './queries/monitor-projects.ts';
import { type RetryInput, retryRun } from './retry/retry-run.ts';
import { listWaits } from './selection/list-waits.ts';

/** A project by name, id or start of the id; absent: the workspace. */
type Where = { readonly project?: string | undefined };

export type Controls = ReturnType<typeof createControls>;

/** What is asked of the loop from outside, by any process, whether or not it is the one that dispatches. */
export function createControls(workspace: Workspace) {
  const { home, storage, clock } = workspace;
  const { read, transact } = storage;
  const projectOf = async (name: string | undefined): Promise<Result<Scoped, ProjectFailure>> =>
    name === undefined ? ok(null) : findProject(read, home, name);
  const prepareMerge = (merge: string) => prepareRetry(workspace, merge);
  const targetOf = async (projectId: string | null) =>
    (projectId === null ? undefined : await getProject(read, home, projectId))?.integrationBranch ?? 'cw/next';
  return {
    pause: async ({ project, reason }: Where & { readonly reason?: string | undefined }, act: Act) => {
      const found = await projectOf(project);
      if (!found.ok) return found;
      const scope = found.value?.id ?? '';
      const done = await transact((tx) => pauseDispatch(pauseStore(tx), { scope, reason }, act));
      return done.ok ? ok(await showDispatch(read, found.value)) : done;
    },
    resume: async ({ project }: Where, act: Act) => {
      const found = await projectOf(project);
      if (!found.ok) return found;
      const scope = found.value?.id ?? '';
      const done = await transact((tx) => resumeDispatch(pauseStore(tx), { scope }, act));
      return done.ok ? ok(await showDispatch(read, found.value)) : done;
    },
    pauses: () => listPauses(read),
    /** Accounts that are of no use for now, and until when. */
    rests: () => showRests(read, clock.now()),
    /** Two runs side by side. */
    compare: (run: string, other: string) =>
      compareRuns({ read, cloneOf: (projectId) => projectPaths(home, projectId).clone }, [run, other]),
    /** Every attempt at a task, by its whole id, with what came next. */
    attempts: (taskId: string) => listAttempts(read, taskId),
    /** What every attempt at a task, by its whole id, was doing when. */
    spans: (taskId: string) => listSpans(read, taskId),
    /** Has the task of a run tried again. */
    retry: (input: RetryInput, act: Act) => retryRun({ transact }, input, act),
    /** Answers what waits for a person and does what that says, or neither. */
    answer: (input: Answering, act: Act) => answerInbox({ read, transact, prepareMerge, targetOf }, input, act),
    /** Dismisses something that waits for a person, and leaves what it is about as it is. */
    dismiss: (input: Pick<Answering, 'item' | 'via'>, act: Act) => dismissInbox({ transact }, input, act),
    /** What keeps a task from being started that was assigned and is ready, by its whole id; of any other nothing. */
    waiting: (taskId: string) => listWaits(read, home, taskId),
    /** How projects stand, or one of them by its whole id: runs, merges, and what today has cost. */
    monitors: (projectId?: string) => monitorProjects(read, midnightBefore(clock.now()), projectId),
  };
}

/** When the day began where this machine is. */
function midnightBefore(now: Instant): Instant {
  return new Date(now).setHours(0, 0, 0, 0);
}

type Scoped = { readonly id: string; readonly name: string } | null;
