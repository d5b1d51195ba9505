import type { Act } from '@cw/kernel';
import type { ProjectView } from '@cw/projects';
import type { ReadDb, StoreTransact } from '@cw/storage';
import type { MergeStore } from '../adapters/merge-store.ts';
import type { MergeRequest } from '../model/merge-request.ts';
import type { MergeBench } from '../ports/merge-bench.ts';

export type QueueDeps = {
  readonly read: ReadDb;
  readonly transact: StoreTransact<MergeStore>;
  readonly bench: MergeBench;
  /** Whether a branch that brings what it should not is held. */
  readonly holdsFindings: (request: MergeRequest) => Promise<boolean>;
  readonly projectOf: (id: string) => Promise<ProjectView | undefined>;
  readonly act: Act;
};

/** One request in the hands of the queue. */
export type InHand = {
  readonly request: MergeRequest;
  readonly project: ProjectView;
  readonly signal: AbortSignal;
  /** Its branch changes nothing: the checks alone are of use. */
  readonly isUnchanged?: true;
};
