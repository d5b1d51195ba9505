import type { RunRow } from '../../data/api-types.ts';
import type { Shown } from '../shown.ts';

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
