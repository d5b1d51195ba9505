import type { StateName } from '@cw/ui';
import type { AgentState, CheckVerdict, MergeState, RunRow, TaskState } from './api-types.ts';

export type Shown = { readonly state: StateName; readonly name: string };

/** The states of a task along the way it goes, what is over last. */
export const taskWay: readonly TaskState[] = [
  'open',
  'waiting',
  'needs-plan',
  'ready',
  'in-progress',
  'needs-you',
  'merging',
  'done',
  'failed',
  'cancelled',
];

const runOutcomes = {
  done: { state: 'done', name: 'Done' },
  blocked: { state: 'needs-you', name: 'Blocked' },
  'needs-input': { state: 'needs-you', name: 'Needs you' },
  handoff: { state: 'done', name: 'Handed over' },
  failed: { state: 'failed', name: 'Failed' },
  lost: { state: 'failed', name: 'Lost' },
  stopped: { state: 'cancelled', name: 'Stopped' },
} as const satisfies Record<NonNullable<RunRow['outcome']>, Shown>;

const runStepNames = {
  claimed: 'Preparing',
  worktree: 'Preparing',
  hook: 'Preparing',
  prompt: 'Preparing',
  spawn: 'Starting',
  running: 'Running',
  collect: 'Finishing',
  commit: 'Finishing',
  enqueue: 'Finishing',
  ended: 'Ended',
} as const satisfies Record<RunRow['step'], string>;

/**
 * How a run is shown: by its outcome, or by its step while it has none; one that is silent for long wants to be looked at.
 * @param isAsked it waits for a person's answer
 */
export function runShown(run: Pick<RunRow, 'outcome' | 'step' | 'stall'>, isAsked = false): Shown {
  if (run.outcome === null && isAsked) return { state: 'needs-you', name: 'Needs you' };
  if (run.outcome === null && run.stall !== null) return { state: 'needs-you', name: 'Stalled' };
  return run.outcome ? runOutcomes[run.outcome] : { state: 'in-progress', name: runStepNames[run.step] };
}

const agentStates = {
  working: { state: 'in-progress', name: 'Working' },
  waiting: { state: 'waiting', name: 'Waiting' },
  stalled: { state: 'needs-you', name: 'Stalled' },
  idle: { state: 'open', name: 'Idle' },
  offline: { state: 'cancelled', name: 'Offline' },
} as const satisfies Record<AgentState, Shown>;

/** @param isAsked it waits for a person's answer */
export function agentShown(state: AgentState, isAsked = false): Shown {
  return state === 'waiting' && isAsked ? { state: 'needs-you', name: 'Needs you' } : agentStates[state];
}

/** How a task is shown: while its agent waits for an answer it needs its person, though it is being worked at. */
export function taskShown(state: TaskState, isAsked: boolean): TaskState {
  return state === 'in-progress' && isAsked ? 'needs-you' : state;
}

const mergeShownByState = {
  queued: { state: 'waiting', name: 'Queued' },
  preparing: { state: 'in-progress', name: 'Preparing' },
  checking: { state: 'verifying', name: 'Checking' },
  merging: { state: 'merging', name: 'Merging' },
  merged: { state: 'done', name: 'Merged' },
  conflict: { state: 'failed', name: 'Conflict' },
  'checks-failed': { state: 'failed', name: 'Checks failed' },
  failed: { state: 'failed', name: 'Failed' },
  cancelled: { state: 'cancelled', name: 'Cancelled' },
} as const satisfies Record<MergeState, Shown>;

export function mergeShown(state: MergeState): Shown {
  return mergeShownByState[state];
}

/** True while the queue still has work to do on it. */
export function mergeIsMoving(state: MergeState): boolean {
  return state === 'queued' || state === 'preparing' || state === 'checking' || state === 'merging';
}

/** True when it ended without a merge: a person must say how it goes on. */
export function mergeIsStuck(state: MergeState): boolean {
  return state === 'conflict' || state === 'checks-failed' || state === 'failed';
}

const verdicts = {
  pending: { state: 'open', name: 'pending' },
  running: { state: 'in-progress', name: 'running' },
  passed: { state: 'done', name: 'passed' },
  failed: { state: 'failed', name: 'failed' },
  'timed-out': { state: 'failed', name: 'timed out' },
  unchecked: { state: 'cancelled', name: 'unchecked' },
} as const satisfies Record<CheckVerdict, Shown>;

/** How a check is shown; what no check looked at is never shown as passed. */
export function verdictShown(verdict: CheckVerdict): Shown {
  return verdicts[verdict];
}
