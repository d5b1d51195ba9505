import { expect, test } from 'vitest';
import type { RunRow } from '../../model/run-view.ts';
import { listedState } from './run-text.ts';

test.each<[Partial<RunRow>, string]>([
  [{ state: 'in-progress', step: 'running' }, 'in-progress (running)'],
  [{ state: 'in-progress', step: 'hook' }, 'in-progress (preparing)'],
  [{ state: 'needs-you', step: 'running' }, 'needs-you'],
  [{ state: 'needs-you', step: 'running', stall: 'asked' }, 'needs-you (stalled)'],
  [{ state: 'needs-you', step: 'ended', outcome: 'needs-input' }, 'needs-you (needs-input)'],
  [{ state: 'limited', step: 'ended', outcome: 'failed' }, 'limited'],
  [{ state: 'done', step: 'ended', outcome: 'done' }, 'done'],
  [{ state: 'failed', step: 'ended', outcome: 'lost' }, 'failed (lost)'],
  [{ state: 'cancelled', step: 'ended', outcome: 'stopped' }, 'cancelled (stopped)'],
])('%o is listed by the state that lists are narrowed to: %s', (run, said) => {
  expect(listedState({ state: 'done', step: 'ended', outcome: null, stall: null, ...run })).toBe(said);
});
