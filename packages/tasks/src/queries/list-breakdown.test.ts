import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { openTestTasks, testHolder } from '../testing.ts';
import { listFinishedEpics, listNeedsBreakdown } from './list-breakdown.ts';

test('an epic without children is to be broken down, and one whose children are closed is finished', async () => {
  using home = openTestTasks();
  const { read } = home.storage;
  const epic = await home.build({ type: 'epic', title: 'Epic' });
  const ids = async () => [
    (await listNeedsBreakdown(read)).items.map(({ id }) => id),
    (await listFinishedEpics(read)).items.map(({ id }) => id),
  ];
  expect(await ids()).toEqual([[epic.id], []]);
  const child = await home.build({ parent: epic.id });
  expect(await ids()).toEqual([[], []]);
  unwrap(await home.tasks.commands.close({ task: child.id, holder: testHolder }, testAct));
  expect(await ids()).toEqual([[], [epic.id]]);
});
