import { expect, test } from 'vitest';
import { type StateFacts, stateOf } from './task-state.ts';

const facts: StateFacts = {
  status: 'open',
  outcome: null,
  stage: null,
  openBlockers: 0,
  held: false,
  ready: false,
  asleep: false,
  needsPlan: false,
};

test.each<[string, Partial<StateFacts>, ReturnType<typeof stateOf>]>([
  ['closed as failed', { status: 'closed', outcome: 'failed' }, 'failed'],
  ['closed as cancelled', { status: 'closed', outcome: 'cancelled' }, 'cancelled'],
  ['closed as done', { status: 'closed', outcome: 'done' }, 'done'],
  ['blocked', { status: 'blocked', openBlockers: 1 }, 'needs-you'],
  ['merged at the moment', { status: 'in_progress', stage: 'merging' }, 'merging'],
  ['worked at', { status: 'in_progress', stage: 'working' }, 'in-progress'],
  ['ready', { ready: true }, 'ready'],
  ['waiting for another', { openBlockers: 1 }, 'waiting'],
  ['under a parent that waits', { held: true }, 'waiting'],
  ['without the plan it is to have', { needsPlan: true }, 'needs-plan'],
  ['waiting, and without its plan', { needsPlan: true, asleep: true }, 'waiting'],
  ['open for another reason', {}, 'open'],
])('a task that is %s is shown so', (_, overrides, state) => {
  expect(stateOf({ ...facts, ...overrides })).toBe(state);
});
