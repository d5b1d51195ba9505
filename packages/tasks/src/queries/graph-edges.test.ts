import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { openTestTasks, testHolder } from '../testing.ts';

test('the graph holds every link outside the trash, with whether it still makes a task wait', async () => {
  using home = openTestTasks();
  const { commands, queries } = home.tasks;
  const [first, second, parent] = [await home.build(), await home.build(), await home.build()];
  const third = await home.build({ parent: parent.id });
  const gone = await home.build();
  const link = async (task: string, on: string, type: 'blocks' | 'waits-for' | 'related') =>
    unwrap(await commands.addDependency({ task, on, type }, testAct));
  await link(second.id, first.id, 'blocks');
  await link(third.id, first.id, 'related');
  await link(first.id, parent.id, 'waits-for');
  await link(gone.id, first.id, 'blocks');
  unwrap(await commands.delete({ tasks: [gone.id], holder: testHolder }, testAct));
  const edges = [
    { task: second.id, on: first.id, type: 'blocks', unmet: true },
    { task: third.id, on: first.id, type: 'related', unmet: false },
    { task: first.id, on: parent.id, type: 'waits-for', gate: 'all', unmet: true },
    { task: third.id, on: parent.id, type: 'parent-child', unmet: false },
  ];
  const found = await queries.graph({});
  expect(found).toHaveLength(edges.length);
  expect(found).toEqual(expect.arrayContaining(edges));

  unwrap(await commands.close({ task: third.id, holder: testHolder }, testAct));
  expect((await queries.graph({})).filter(({ unmet }) => unmet)).toEqual([edges[0]]);
});

test('a project asks for the links that touch its tasks', async () => {
  using home = openTestTasks();
  const project = await home.addProject('one');
  const inside = await home.build({ project });
  const [outside, far] = [await home.build({ project: null }), await home.build({ project: null })];
  for (const on of [inside.id, far.id]) {
    unwrap(await home.tasks.commands.addDependency({ task: outside.id, on }, testAct));
  }
  expect((await home.tasks.queries.graph({ projectId: project })).map(({ on }) => on)).toEqual([inside.id]);
});
