import type { Why } from '@cw/kernel';
import type { Adopted, BranchFinding, LaterWork, ProjectView, Refreshed } from '@cw/projects';
import type { MergeRequest } from '../model/merge-request.ts';

export type Prepared =
  | { readonly kind: 'made'; readonly targetSha: string; readonly mergeSha: string }
  /** The target branch has all of it already. */
  | { readonly kind: 'nothing'; readonly targetSha: string }
  /** The branch has the files that it began with. */
  | { readonly kind: 'unchanged'; readonly targetSha: string }
  | { readonly kind: 'conflict'; readonly targetSha: string; readonly files: readonly string[] };

/** What became of the integration branch once a branch of the repository was rewritten; `kept`: it goes on as it is. */
export type SettledHistory = Adopted | { readonly kind: 'kept' };

export type CheckRun = {
  readonly kind: 'passed' | 'failed' | 'not-runnable' | 'timed-out' | 'stopped';
  readonly exitCode: number | null;
  readonly durationMs: number;
};

export type CheckOrder = {
  readonly request: MergeRequest;
  readonly project: ProjectView;
  readonly position: number;
  readonly command: string;
  readonly signal: AbortSignal;
};

/**
 * Where merges are made and tried out. Everything may be done again after a crash; only `land` moves a branch.
 * Each may throw a Fault, whose message then is the reason a request failed.
 */
export type MergeBench = {
  /**
   * Puts the integration branch back where cw left it, should anything else have moved it, and takes in what the user has
   * committed since. On a conflict with that nothing moves.
   */
  refresh(project: ProjectView): Promise<Refreshed>;
  /** Writes the commit that the target branch would move to. */
  prepare(project: ProjectView, request: MergeRequest): Promise<Prepared>;
  /** What the branch would bring and should not: secrets, prepared files, merge markers. */
  inspect(project: ProjectView, request: MergeRequest): Promise<readonly BranchFinding[]>;
  /** Brings the project's merge worktree to a commit and runs the set-up hook there. */
  setUp(order: Omit<CheckOrder, 'command' | 'position'>, commit: string): Promise<void>;
  runCheck(order: CheckOrder): Promise<CheckRun>;
  /** The end of what a check of the request wrote, without secrets. */
  lastLines(check: Pick<CheckOrder, 'request' | 'position'>): Promise<readonly string[]>;
  /** Moves the target branch from the commit the merge was made on; false when it has moved meanwhile. */
  land(project: ProjectView, request: MergeRequest): Promise<boolean>;
  /** Reads back whether the target branch holds the merge. */
  hasLanded(project: ProjectView, request: MergeRequest): Promise<boolean>;
  /** Gives the user's repository the target branch; answers why not. */
  push(project: ProjectView, targetBranch: string): Promise<Why | undefined>;
  /** Ends what a killed program left running for a request. */
  clear(request: MergeRequest): Promise<void>;
  /** Drops from the integration branch what a rewritten branch of the repository has dropped, or goes on with it. */
  settleHistory(project: ProjectView, branch: string, how: 'adopt' | 'keep'): Promise<SettledHistory>;
  /** Whether the repository is at its path; a remote one is not looked at. */
  isThere(project: ProjectView): boolean;
  /**
   * Keeps what somebody left uncommitted in the worktree of a request's task; answers what there is to tell of what was kept
   * since the request was last put into the queue.
   */
  keepLeft(
    request: Pick<MergeRequest, 'projectId' | 'taskId' | 'branch' | 'runId' | 'headSha'>,
  ): Promise<LaterWork | undefined>;
  /** Tip of a branch of the project's clone. */
  tipOf(projectId: string, branch: string): Promise<string | undefined>;
};
