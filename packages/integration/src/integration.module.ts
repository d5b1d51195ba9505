import type { Workspace } from '@cw/entry';
import { boundTo, type Tx } from '@cw/storage';
import { countChanges } from './adapters/count-changes.ts';
import { checkLog } from './check-log.ts';
import {
  cancelMerge,
  holdMerge,
  prioritizeMerge,
  releaseMerge,
  withdrawMergeOfTask,
} from './commands/change-waiting.ts';
import { enqueueMerge } from './commands/enqueue-merge.ts';
import { giveWithheld } from './commands/give-withheld.ts';
import { requeueMerge, retryMerge } from './commands/retry-merge.ts';
import { recoverMerges, workQueue } from './commands/work-queue.ts';
import { findMerge, listMerges, projectsWithMerges } from './queries/find-merge.ts';
import { merges, type QueueParts, queueDeps } from './run.ts';
import { showMerge } from './show-merge.ts';

const commands = {
  enqueue: enqueueMerge,
  requeue: requeueMerge,
  cancel: cancelMerge,
  hold: holdMerge,
  release: releaseMerge,
  prioritize: prioritizeMerge,
  withdrawOfTask: withdrawMergeOfTask,
};

/** Every command of this room inside a transaction that the caller holds. */
export const integrationWithin = (tx: Tx) => merges().within(tx, commands);

/** The merge queues of one workspace. */
export function createIntegrationModule(workspace: Workspace, parts: QueueParts = {}) {
  const deps = queueDeps(workspace, parts);
  return {
    commands: {
      ...merges(parts.canGoOnWith).bind(workspace, commands),
      ...boundTo(deps, { retry: retryMerge }),
    },
    within: integrationWithin,
    queries: {
      ...boundTo(workspace.storage.read, { list: listMerges, find: findMerge }),
      ...boundTo(workspace, { checkLog, show: showMerge, changes: countChanges }),
    },
    /** Ids of projects that `processQueue` has something to do for. */
    projectsWithWork: () => projectsWithMerges(workspace.storage.read),
    /** Works one project's queue until it is empty. Only one call for a project at a time, by the process that dispatches. */
    processQueue: (projectId: string, signal: AbortSignal) => workQueue(deps, projectId, signal),
    /**
     * Offers again what repositories of this kind could not be given.
     * @returns how many branches still wait
     */
    giveWithheld: (sourceKind: 'path' | 'url') => giveWithheld(deps, sourceKind, deps.act),
    /** Before any `processQueue`: settles what a killed process had in hand. */
    recover: (projectId?: string) => recoverMerges(deps, projectId),
  };
}

export type IntegrationModule = ReturnType<typeof createIntegrationModule>;
