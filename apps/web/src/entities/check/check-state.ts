import type { CheckVerdict } from '../../data/api-types.ts';
import type { Shown } from '../shown.ts';

const verdicts = {
  pending: { state: 'open', name: 'pending' },
  running: { state: 'in-progress', name: 'running' },
  passed: { state: 'done', name: 'passed' },
  failed: { state: 'failed', name: 'failed' },
  'timed-out': { state: 'failed', name: 'timed out' },
  'not-run': { state: 'cancelled', name: 'did not run' },
  unchecked: { state: 'cancelled', name: 'unchecked' },
} as const satisfies Record<CheckVerdict, Shown>;

/** How a check is shown; what no check looked at is never shown as passed. */
export function verdictShown(verdict: CheckVerdict): Shown {
  return verdicts[verdict];
}
