import type { Event, StoredReason } from '@cw/kernel';
import type { CheckVerdict, MergePriority, MergeState } from './model/merge-view.ts';

export { type MergeReason, sayMergeReason } from './model/merge-reason.ts';

/** What every step of a request tells. */
type Told = {
  readonly taskId: string;
  readonly projectId: string;
  readonly runId: string;
  readonly attempt: number;
};

type Unmerged = Told & { readonly reason: StoredReason; readonly conflictFiles: readonly string[] };

type OfWaiting = { readonly taskId: string; readonly projectId: string };

/** What happens to merge requests; the entity is the request's id. */
export type MergeEvent =
  | Event<
      'merge.queued',
      { readonly projectId: string; readonly taskId: string; readonly branch: string; readonly headSha: string }
    >
  | Event<'merge.started', Told>
  | Event<'merge.step-reached', Told & { readonly step: MergeState }>
  | Event<'merge.put-back', Told & { readonly why: StoredReason }>
  /** `landed`: the merge had been made when its process ended. */
  | Event<'merge.recovered', Told & { readonly landed: boolean }>
  | Event<
      'merge.check-ended',
      Told & {
        readonly position: number;
        readonly name: string;
        readonly command: string;
        readonly verdict: CheckVerdict;
        readonly exitCode: number | null;
        readonly durationMs: number;
      }
    >
  | Event<'merge.conflicted', Unmerged>
  | Event<'merge.checks-failed', Unmerged>
  | Event<'merge.failed', Unmerged>
  | Event<'merge.merged', Told & { readonly mergeSha: string; readonly targetBranch: string; readonly pushed: boolean }>
  /** Its branch changes nothing, and the checks pass where there are any. */
  | Event<'merge.unchanged', Told>
  | Event<'merge.pushed', { readonly projectId: string; readonly taskId: string; readonly targetBranch: string }>
  | Event<
      'merge.retried',
      { readonly taskId: string; readonly projectId: string; readonly attempt: number; readonly headSha: string }
    >
  | Event<'merge.cancelled', OfWaiting & { readonly reason: StoredReason }>
  | Event<'merge.held', OfWaiting & { readonly reason: StoredReason }>
  | Event<'merge.released', OfWaiting>
  | Event<'merge.prioritized', OfWaiting & { readonly before: MergePriority; readonly priority: MergePriority }>;
