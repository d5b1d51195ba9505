import type { RunRow } from '../../data/api-types.ts';
import type { Shown } from '../shown.ts';
import { stageOf } from './step-words.ts';

const outcomeNames = {
  done: 'Done',
  blocked: 'Blocked',
  'needs-input': 'Asked you',
  handoff: 'Handed over',
  failed: 'Failed',
  lost: 'Lost',
  stopped: 'Stopped',
} as const satisfies Record<NonNullable<RunRow['outcome']>, string>;

/** How a run is shown: its state as the server tells it, and the nearer word of how far it is or how it ended. */
export function runShown(run: Pick<RunRow, 'state' | 'outcome' | 'step' | 'stall'>): Shown {
  return { state: run.state, name: nameOf(run) };
}

function nameOf({ state, outcome, step, stall }: Parameters<typeof runShown>[0]): string {
  if (state === 'limited') return 'On hold';
  if (outcome !== null && outcome !== 'needs-input') return outcomeNames[outcome];
  if (outcome === null && stall !== null) return 'Stalled';
  if (state === 'needs-you') return 'Needs you';
  return outcome === null ? stageOf(step) : outcomeNames[outcome];
}
