import type { IsoTime } from '@cw/kernel';

/**
 * `queued → preparing → checking → merging → merged`, or one of the ends a person looks at. `held`: in the queue, and passed over
 * until a person releases it.
 */
export const mergeStates = [
  'queued',
  'held',
  'preparing',
  'checking',
  'merging',
  'merged',
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

/** Which of the requests that wait goes first; P0 before all others. */
export const mergePriorities = ['P0', 'P1', 'P2', 'P3'] as const;
export type MergePriority = (typeof mergePriorities)[number];

/** `unchecked`: the project names no check; never shown as passed. */
export type CheckVerdict = 'pending' | 'running' | 'passed' | 'failed' | 'timed-out' | 'unchecked';

export type CheckView = {
  readonly index: number;
  readonly command: string;
  readonly verdict: CheckVerdict;
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
  readonly priority: MergePriority;
  readonly branch: string;
  readonly headSha: string;
  readonly targetBranch: string;
  readonly state: MergeState;
  /** Why it waits or ended so; a sentence for people. */
  readonly reason: string | null;
  readonly conflictFiles: readonly string[];
  readonly checks: readonly CheckView[];
  readonly verdict: CheckVerdict;
  readonly mergeSha: string | null;
  /** False when the user's repository could not be given the merged branch yet; the reason says why. */
  readonly pushed: boolean;
  readonly attempt: number;
  readonly createdAt: IsoTime;
  readonly startedAt: IsoTime | null;
  readonly endedAt: IsoTime | null;
};
