import type { MergeState } from '../../data/api-types.ts';
import type { Shown } from '../shown.ts';

const mergeShownByState = {
  queued: { state: 'waiting', name: 'Queued' },
  held: { state: 'limited', name: 'On hold' },
  preparing: { state: 'in-progress', name: 'Preparing' },
  checking: { state: 'verifying', name: 'Checking' },
  merging: { state: 'merging', name: 'Merging' },
  merged: { state: 'done', name: 'Merged' },
  unchanged: { state: 'done', name: 'Nothing to merge' },
  conflict: { state: 'failed', name: 'Conflict' },
  'checks-failed': { state: 'failed', name: 'Checks failed' },
  failed: { state: 'failed', name: 'Failed' },
  cancelled: { state: 'cancelled', name: 'Cancelled' },
} as const satisfies Record<MergeState, Shown>;

export function mergeShown(state: MergeState): Shown {
  return mergeShownByState[state];
}

/** True while it is in the queue and was not begun: it may be withdrawn, held and moved. */
export function mergeIsWaiting(state: MergeState): boolean {
  return state === 'queued' || state === 'held';
}

/** True while the queue still has work to do on it. */
export function mergeIsMoving(state: MergeState): boolean {
  return mergeIsWaiting(state) || state === 'preparing' || state === 'checking' || state === 'merging';
}

/** True when it ended without a merge: a person must say how it goes on. */
export function mergeIsStuck(state: MergeState): boolean {
  return state === 'conflict' || state === 'checks-failed' || state === 'failed';
}
