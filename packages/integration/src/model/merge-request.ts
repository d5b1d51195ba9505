import { type BadPage, type NextStep, step } from '@cw/kernel';
import type { MergeState } from './merge-view.ts';

/** A finished branch on its way into the integration branch, as the queue works on it. */
export type MergeRequest = {
  readonly id: string;
  readonly projectId: string;
  readonly taskId: string;
  readonly taskTitle: string;
  readonly runId: string;
  readonly branch: string;
  readonly headSha: string;
  readonly targetBranch: string;
  readonly state: MergeState;
  /** Tip of the target branch that the merge was made on, and the commit that was made. */
  readonly targetSha: string | null;
  readonly mergeSha: string | null;
  readonly attempt: number;
};

export type MergeFailure =
  | { readonly kind: 'merge.not-found'; readonly merge: string; readonly meant?: string | undefined }
  | { readonly kind: 'merge.none-of-task'; readonly taskId: string }
  | { readonly kind: 'merge.ambiguous'; readonly merge: string; readonly matches: readonly string[] }
  | { readonly kind: 'merge.already-queued'; readonly taskId: string; readonly mergeId: string }
  | { readonly kind: 'merge.in-progress'; readonly mergeId: string; readonly state: MergeState }
  /** Being merged; `in-progress` is said of one that is put into the queue again. */
  | { readonly kind: 'merge.in-hand'; readonly mergeId: string; readonly state: MergeState }
  | { readonly kind: 'merge.not-queued'; readonly mergeId: string; readonly state: MergeState }
  | { readonly kind: 'merge.people-only'; readonly action: WaitingAction }
  | { readonly kind: 'merge.bad-priority'; readonly priority: string }
  | { readonly kind: 'merge.reason-too-long'; readonly most: number }
  | { readonly kind: 'merge.already-merged'; readonly mergeId: string }
  | { readonly kind: 'merge.superseded'; readonly mergeId: string; readonly by: string }
  | { readonly kind: 'merge.task-closed'; readonly mergeId: string; readonly taskId: string }
  | { readonly kind: 'merge.branch-missing'; readonly mergeId: string; readonly branch: string }
  | { readonly kind: 'merge.no-check'; readonly mergeId: string; readonly check: string }
  /** A commit of the integration branch cannot be put onto the branch that was rewritten. */
  | {
      readonly kind: 'merge.history-conflicts';
      readonly branch: string;
      readonly integrationBranch: string;
      readonly commit: string;
      readonly subject: string;
      readonly files: readonly string[];
    }
  | { readonly kind: 'merge.history-moved'; readonly branch: string }
  | BadPage<'merge'>;

/** What a person does with a request that waits. */
export type WaitingAction = 'withdraw' | 'hold' | 'release' | 'prioritize';

/** Characters of a person's reason that are kept. */
export const longestMergeReason = 500;

/** The ends after which a person may have it tried again. */
export const retryableStates: readonly MergeState[] = ['conflict', 'checks-failed', 'failed', 'cancelled', 'unchanged'];

/** First line of a merge's commit. */
export function mergeSubject(request: MergeRequest, style: 'merge' | 'squash' | 'rebase'): string {
  return style === 'merge' ? `Merge ${request.taskId}: ${request.taskTitle}` : request.taskTitle;
}

/** Lines that close a merge's message, so that git alone tells which task and run it came from. */
export function mergeTrailers(request: MergeRequest): readonly string[] {
  return [`Cw-Task: ${request.taskId}`, `Cw-Run: ${request.runId}`, `Cw-Merge: ${request.id}`];
}

/** Both ways to go on from there. */
export function stepsAfterFindings({ id, taskId }: Pick<MergeRequest, 'id' | 'taskId'>): readonly NextStep[] {
  return [
    step('Merge again', 'merge retry', id),
    step('Allow it first', 'config set', 'merge.findings', 'merge', '--task', taskId),
  ];
}
