import { expect, test } from 'vitest';
import { refreshesOf } from './refreshes.ts';

test('a merge refreshes the queue and the tasks and runs whose state follows from it', () => {
  expect(refreshesOf('merge.merged')).toEqual(['merges', 'tasks', 'runs', 'dispatch', 'system']);
});

test('output of a run refreshes no list, and its progress only what shows it', () => {
  expect(refreshesOf('run.output')).toEqual([]);
  expect(refreshesOf('run.progressed')).toEqual(['runs', 'agents', 'system']);
});

test('an event that no room knows refreshes the status alone', () => {
  expect(refreshesOf('dispatcher.taken-over')).toEqual(['system']);
});
