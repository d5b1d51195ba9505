import type { Act } from '@cw/kernel';
import type { ProjectView } from '@cw/projects';
import type { Transact, Tx } from '@cw/storage';
import type { MergeRequest } from '../model/merge-request.ts';
import type { MergeBench } from '../ports/merge-bench.ts';
import type { MergeStore } from '../ports/merge-store.ts';
import type { AskToResolve, TaskSteps } from '../ports/task-steps.ts';

export type QueueDeps = {
  readonly transact: Transact;
  readonly store: (tx: Tx) => MergeStore;
  readonly tasks: TaskSteps;
  readonly askToResolve: AskToResolve;
  readonly bench: MergeBench;
  /** Whether a branch that brings what it should not is held. */
  readonly holdsFindings: (request: MergeRequest) => Promise<boolean>;
  readonly projectOf: (id: string) => Promise<ProjectView | undefined>;
  readonly act: Act;
};

/** One request in the hands of the queue. */
export type InHand = { readonly request: MergeRequest; readonly project: ProjectView; readonly signal: AbortSignal };
