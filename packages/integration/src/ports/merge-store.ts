import type { Why } from '@cw/kernel';
import type { MergeRequest } from '../model/merge-request.ts';
import type { CheckVerdict, MergeState } from '../model/merge-view.ts';

export type NewMergeRequest = Pick<
  MergeRequest,
  'id' | 'projectId' | 'taskId' | 'runId' | 'branch' | 'headSha' | 'targetBranch'
> & {
  /** 0–3; lower goes first. */
  readonly priority: number;
};

export type MergeChanges = {
  readonly state?: MergeState;
  readonly reason?: Why | null;
  readonly conflictFiles?: readonly string[];
  readonly verdict?: CheckVerdict;
  readonly headSha?: string;
  readonly targetSha?: string | null;
  readonly mergeSha?: string | null;
  readonly pushed?: boolean;
  readonly attempt?: number;
  readonly startedAt?: number | null;
  readonly endedAt?: number | null;
};

export type CheckChanges = {
  readonly verdict: CheckVerdict;
  readonly exitCode?: number | null;
  readonly durationMs?: number | null;
  readonly startedAt?: number;
};

/** Which check of which attempt. */
export type CheckPlace = { readonly id: string; readonly attempt: number; readonly position: number };

/** The merge queue's rows inside one write transaction. */
export type MergeStore = {
  find(id: string): Promise<MergeRequest | undefined>;
  /** The request of a task that has not ended. */
  openOfTask(taskId: string): Promise<MergeRequest | undefined>;
  /** Requests of a task that ended without a merge and that nobody has given up, the oldest first. */
  unmergedOfTask(taskId: string): Promise<readonly MergeRequest[]>;
  /** The request of a task that was queued last. */
  newestOfTask(taskId: string): Promise<MergeRequest | undefined>;
  /** True while one of the project's requests is in hand. */
  isBusy(projectId: string): Promise<boolean>;
  /** The project's next request: by priority, then age. */
  next(projectId: string): Promise<MergeRequest | undefined>;
  /** Requests in hand in any project. */
  inHand(): Promise<readonly MergeRequest[]>;
  insert(request: NewMergeRequest): Promise<void>;
  change(id: string, changes: MergeChanges): Promise<void>;
  addChecks(id: string, attempt: number, commands: readonly string[]): Promise<void>;
  changeCheck(place: CheckPlace, changes: CheckChanges): Promise<void>;
  /** Notes that the user's repository has all that was merged into a branch. */
  markPushed(projectId: string, targetBranch: string): Promise<void>;
};
