import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { openTestTasks } from '../testing.ts';
import { dependentsOf } from './dependents-of.ts';

test('what needs a task and what is below it depend on it directly; what needs those does not', async () => {
  using home = openTestTasks();
  const [first, needs, further] = [await home.build(), await home.build(), await home.build()];
  const child = await home.build({ parent: first.id });
  unwrap(await home.tasks.commands.addDependency({ task: needs.id, on: first.id, type: 'blocks' }, testAct));
  unwrap(await home.tasks.commands.addDependency({ task: further.id, on: needs.id, type: 'blocks' }, testAct));
  expect((await dependentsOf(home.storage.read, [first.id])).toSorted()).toEqual([needs.id, child.id].toSorted());
});
