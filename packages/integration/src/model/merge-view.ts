import type { IsoTime } from '@cw/kernel';

/**
 * `queued → preparing → checking → merging → merged`, or one of the ends a person looks at. `held`: in the queue, and passed over
 * until a person releases it. `unchanged`: there was nothing to merge.
 */
export const mergeStates = [
  'queued',
  'held',
  'preparing',
  'checking',
  'merging',
  'merged',
  'unchanged',
  'conflict',
  'checks-failed',
  'failed',
  'cancelled',
] as const;
export type MergeState = (typeof mergeStates)[number];

/** Whether a request is in the queue and nobody has begun to merge it. */
export function isWaiting(state: MergeState): state is 'queued' | 'held' {
  return state === 'queued' || state === 'held';
}

/** Words for several states: `open` is in the queue or in hand, `unmerged` ended so that a person has to see to it. */
export const mergeStateGroups = {
  open: ['queued', 'held', 'preparing', 'checking', 'merging'],
  unmerged: ['conflict', 'checks-failed', 'failed'],
} as const satisfies Readonly<Record<string, readonly MergeState[]>>;

/** What lists of merge requests can be narrowed to. */
export const mergeStateFilters = [...mergeStates, 'open', 'unmerged'] as const;
export type MergeStateFilter = (typeof mergeStateFilters)[number];

/** Which of the requests that wait goes first; P0 before all others. */
export const mergePriorities = ['P0', 'P1', 'P2', 'P3'] as const;
export type MergePriority = (typeof mergePriorities)[number];

/** `unchecked`: the project names no check; never shown as passed. */
export type CheckVerdict = 'pending' | 'running' | 'passed' | 'failed' | 'timed-out' | 'unchecked';

/** `not-run`: the merge ended before its turn came. */
export type ShownVerdict = CheckVerdict | 'not-run';

/** How a verdict is shown: what is pending in a merge that has ended will not run. */
export function shownVerdict(verdict: CheckVerdict, hasEnded: boolean): ShownVerdict {
  return hasEnded && verdict === 'pending' ? 'not-run' : verdict;
}

export type CheckView = {
  readonly index: number;
  /** What people call it: its own name, or the first words of its command. */
  readonly name: string;
  readonly command: string;
  readonly verdict: ShownVerdict;
  readonly exitCode: number | null;
  readonly durationMs: number | null;
};

export type MergeRequestView = {
  readonly id: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly taskId: string;
  readonly taskTitle: string;
  readonly runId: string;
  /** The agent whose work it is; null where that is not known any more. */
  readonly agentName: string | null;
  readonly priority: MergePriority;
  readonly branch: string;
  readonly headSha: string;
  readonly targetBranch: string;
  readonly state: MergeState;
  /** Why it waits or ended so; a sentence for people. */
  readonly reason: string | null;
  readonly conflictFiles: readonly string[];
  readonly checks: readonly CheckView[];
  readonly verdict: ShownVerdict;
  /** The check that keeps it from being merged; those after it were not run. */
  readonly failedCheck: CheckView | null;
  readonly mergeSha: string | null;
  /** False when the user's repository could not be given the merged branch yet; the reason says why. */
  readonly pushed: boolean;
  readonly attempt: number;
  readonly createdAt: IsoTime;
  readonly startedAt: IsoTime | null;
  readonly endedAt: IsoTime | null;
};

/** A check that did not pass, with the end of what it wrote. */
export type FailedCheck = CheckView & {
  /** At most twelve lines; none where it wrote nothing or its output was removed. */
  readonly lastLines: readonly string[];
};

/** A merge request by itself. */
export type MergeSheet = MergeRequestView & { readonly failedCheck: FailedCheck | null };

/** What a merge request brings, in files and lines; lines of binary files are not counted. */
export type MergeSize = {
  readonly id: string;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
};
