import { expect, test } from 'vitest';
import { rootsOfEvent } from './event-roots.ts';

test('a merge refreshes the queue and the tasks and runs whose state follows from it', () => {
  expect(rootsOfEvent('merge.merged')).toEqual(['merges', 'tasks', 'runs', 'dispatch', 'system']);
});

test('output of a run refreshes no list', () => {
  expect(rootsOfEvent('run.output')).toEqual([]);
});

test('an event of a module the dashboard does not know refreshes the status alone', () => {
  expect(rootsOfEvent('dispatcher.taken-over')).toEqual(['system']);
});
