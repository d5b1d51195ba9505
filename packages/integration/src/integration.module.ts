import { readSetting } from '@cw/config';
import type { Workspace } from '@cw/entry';
import { type Act, err, type Page, type Result, systemAct } from '@cw/kernel';
import { getProject } from '@cw/projects';
import type { Tx } from '@cw/storage';
import { createTasksModule } from '@cw/tasks';
import { checkLogPath, isRemoved, readCheckLog } from './adapters/check-logs.ts';
import { gitMergeBench } from './adapters/git-merge-bench.ts';
import { sqliteMergeStore } from './adapters/sqlite-merge-store.ts';
import { askByTask, type CanGoOnWith, markMerging, taskSteps } from './adapters/task-steps.ts';
import { enqueueMerge } from './commands/enqueue-merge.ts';
import { giveWithheld } from './commands/give-withheld.ts';
import { cancelMerge, prepareRequeue, type Requeue, requeue, retryMerge } from './commands/retry-merge.ts';
import { recoverMerges, workQueue } from './commands/work-queue.ts';
import { findingsKey } from './integration-config.ts';
import type { MergeFailure, MergeRequest } from './model/merge-request.ts';
import type { MergeRequestView } from './model/merge-view.ts';
import type { MergeBench } from './ports/merge-bench.ts';
import type { NewMergeRequest } from './ports/merge-store.ts';
import { findMerge, listMerges, type MergeFilter, projectsWithMerges } from './queries/find-merge.ts';

/** Said in the place of output that the clean-up has removed. */
const removedText = 'The output of this check was removed because it was old (cleanup.logs).\n';

export type IntegrationModule = {
  list(filter?: MergeFilter): Promise<Result<Page<MergeRequestView>, MergeFailure>>;
  /** By id or the start of it: of the request, or of a task, whose newest request is meant. */
  find(merge: string): Promise<Result<MergeRequestView, MergeFailure>>;
  /** Output of a check, by its index, or of the set-up before the checks. */
  checkLog(merge: string, index: number | 'set-up'): Promise<Result<string, MergeFailure>>;
  retry(input: { readonly merge: string }, act: Act): Promise<Result<MergeRequestView, MergeFailure>>;
  /** Looks up what {@link requeueMergeStep} has to know of a request. */
  prepareRetry(merge: string): Promise<Result<Requeue, MergeFailure>>;
  cancel(
    input: { readonly merge: string; readonly reason: string },
    act: Act,
  ): Promise<Result<MergeRequestView, MergeFailure>>;
  /** Ids of projects that `processQueue` has something to do for. */
  projectsWithWork(): Promise<readonly string[]>;
  /** Works one project's queue until it is empty. Only one call for a project at a time, by the process that dispatches. */
  processQueue(projectId: string, signal: AbortSignal): Promise<number>;
  /**
   * Offers again what repositories of this kind could not be given.
   * @returns how many branches still wait
   */
  giveWithheld(sourceKind: 'path' | 'url'): Promise<number>;
  /** Before any `processQueue`: settles what a killed process had in hand. */
  recover(projectId?: string): Promise<number>;
};

/**
 * @param parts what the queue asks of others: git, by default on the project's private clone, and whether the agent of a
 * task can be gone on with, which by default it can
 */
export function createIntegrationModule(
  workspace: Workspace,
  parts: { readonly bench?: MergeBench; readonly canGoOnWith?: CanGoOnWith } = {},
): IntegrationModule {
  const { home, storage } = workspace;
  const { read, transact } = storage;
  const deps = {
    read,
    transact,
    store: sqliteMergeStore,
    tasks: taskSteps(parts.canGoOnWith ?? (async () => true)),
    askToResolve: askByTask(createTasksModule({ storage })),
    bench: parts.bench ?? gitMergeBench(home),
    holdsFindings: async ({ projectId: project, taskId: task }: MergeRequest) =>
      (await readSetting(read, findingsKey, { project, task })).value === 'hold',
    projectOf: (id: string) => getProject(read, home, id),
    act: systemAct('integration'),
  };
  return {
    list: (filter) => listMerges(read, filter),
    find: (merge) => findMerge(read, merge),
    checkLog: async (merge, index) => {
      const found = await findMerge(read, merge);
      if (!found.ok) return found;
      const { id, checks } = found.value;
      const check = checks.find((each) => each.index === index);
      if (index !== 'set-up' && check === undefined) return err({ kind: 'merge.no-check', mergeId: id, index });
      const path = checkLogPath(home, found.value, index);
      const hasRun = check !== undefined && check.exitCode !== null;
      return { ok: true, value: hasRun && isRemoved(path) ? removedText : await readCheckLog(path) };
    },
    retry: (input, act) => retryMerge(deps, input, act),
    prepareRetry: async (merge) => {
      const found = await findMerge(read, merge);
      return found.ok ? prepareRequeue(deps, found.value) : found;
    },
    cancel: (input, act) => cancelMerge(deps, input, act),
    projectsWithWork: () => projectsWithMerges(read),
    processQueue: (projectId, signal) => workQueue(deps, projectId, signal),
    giveWithheld: (sourceKind) => giveWithheld(deps, sourceKind, deps.act),
    recover: (projectId) => recoverMerges(deps, projectId),
  };
}

/**
 * Puts a run's finished branch into its project's queue, inside a transaction that the caller holds, and says of the
 * task that it is being merged. May be repeated.
 * @param input its id is minted outside the transaction; a repeated call answers the request there is
 */
export function enqueueMergeStep(
  tx: Tx,
  input: NewMergeRequest,
  act: Act,
): Promise<Result<MergeRequest, MergeFailure>> {
  return enqueueMerge({ store: sqliteMergeStore, tasks: { markMerging } }, tx, { input, act });
}

/** Puts a request that ended without a merge back into the queue, inside a transaction that the caller holds. */
export function requeueMergeStep(tx: Tx, prepared: Requeue, act: Act): Promise<Result<string, MergeFailure>> {
  return requeue({ store: sqliteMergeStore, tasks: { markMerging } }, tx, prepared, act);
}
