import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { tasksWithin } from '../tasks.module.ts';
import { openTestTasks, type TestTasks } from '../testing.ts';
import { dispatchNeeds, filesInUse, listDispatchable, readOpenGraph } from './list-dispatchable.ts';

const titles = (rows: readonly { readonly title: string }[]) => rows.map(({ title }) => title);

async function assigned(home: TestTasks, ...fields: readonly Parameters<TestTasks['build']>[0][]) {
  const made = [];
  for (const each of fields) made.push(await home.build(each));
  unwrap(await home.tasks.commands.assign({ tasks: made.map(({ id }) => id) }, testAct));
  return made;
}

test('what may be started is told in order, page by page, without projects in which nothing is', async () => {
  using home = openTestTasks();
  const [one, two] = [await home.addProject('one'), await home.addProject('two')];
  await home.build({ title: 'not assigned', project: one });
  const [first] = await assigned(
    home,
    { title: 'low', project: one, priority: 'P3' },
    { title: 'high', project: two, priority: 'P0' },
    { title: 'also low', project: one, priority: 'P3' },
  );
  const { read } = home.storage;
  expect(titles(await listDispatchable(read, {}))).toEqual(['high', 'low', 'also low']);
  const page = await listDispatchable(read, { limit: 2 });
  expect(titles(await listDispatchable(read, { after: page.at(-1) }))).toEqual(['also low']);
  expect(titles(await listDispatchable(read, { exceptProjects: [one] }))).toEqual(['high']);
  expect(titles(await listDispatchable(read, { id: first?.id ?? '' }))).toEqual(['low']);
});

test('a task declares its own files, or else those of a plan that was approved, and holds them while it is in hand', async () => {
  using home = openTestTasks();
  const project = await home.addProject('one');
  const made = await assigned(home, { project, files: ['b', 'a'], requires: ['x'] }, { project }, { project });
  const [own, planned, none] = made.map(({ id }) => id);
  if (own === undefined || planned === undefined || none === undefined) throw new Error('three were made');
  const { commands } = home.tasks;
  for (const [task, approve] of [
    [own, true],
    [planned, true],
    [none, false],
  ] as const) {
    const { digest } = unwrap(await commands.setPlan({ task, goal: 'g', files: ['plan.ts'] }, testAct));
    if (approve) unwrap(await commands.approvePlan({ task, digest }, testAct));
  }
  const { read } = home.storage;
  const rows = await listDispatchable(read, {});
  const needs = await dispatchNeeds(
    read,
    rows.map(({ n }) => n),
  );
  expect(rows.map(({ n }) => needs.get(n))).toEqual([
    { hasScript: false, files: ['a', 'b'], requires: ['x'] },
    { hasScript: false, files: ['plan.ts'], requires: [] },
    { hasScript: false, files: [], requires: [] },
  ]);
  expect(await filesInUse(read)).toEqual([]);
  for (const taskId of [planned, none, own])
    unwrap(await home.inTx((tx) => tasksWithin(tx).claimForRun({ taskId, runId: `rn_${taskId}` }, testAct)));
  expect(await filesInUse(read)).toEqual([
    { taskId: own, projectId: project, files: ['a', 'b'] },
    { taskId: planned, projectId: project, files: ['plan.ts'] },
  ]);
});

test('the graph of what is open holds dependencies and parents, and nothing that is closed', async () => {
  using home = openTestTasks();
  const parent = await home.build({ type: 'epic' });
  const first = await home.build({ parent: parent.id, estimate: '2h' });
  const second = await home.build({ needs: [first.id] });
  const done = await home.build({ needs: [first.id] });
  const near = await home.build({ dependencies: [{ on: second.id, type: 'related' }] });
  unwrap(
    await home.tasks.commands.close({ task: done.id, force: true, holder: { name: 'tess', kind: 'person' } }, testAct),
  );
  const { tasks, edges } = await readOpenGraph(home.storage.read);
  const n = (position: number) => tasks[position]?.n ?? 0;
  expect(tasks.map(({ type, estimate }) => [type, estimate])).toEqual([
    ['epic', null],
    ['task', 120],
    ['task', null],
    ['task', null],
  ]);
  expect(edges).toEqual([
    { on: n(1), waits: n(2) },
    { on: n(1), waits: n(0) },
  ]);
  expect(near.ready).toBe(true);
});
