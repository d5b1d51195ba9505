import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { dispatchNeeds, listDispatchable } from '../queries/list-dispatchable.ts';
import { openTestTasks, testHolder } from '../testing.ts';

test('only assigned and ready tasks of a project are there for agents, most urgent first', async () => {
  using home = openTestTasks();
  await home.addProject('one');
  const first = await home.build({ title: 'first', priority: '2' });
  const urgent = await home.build({ title: 'urgent', priority: '0', script: 'true' });
  const waiting = await home.build({ title: 'waiting', needs: [first.id] });
  await home.build({ title: 'not assigned' });
  expect(await listDispatchable(home.storage.read, { limit: 10 })).toEqual([]);
  unwrap(await home.tasks.commands.assign({ tasks: [first.id, urgent.id, waiting.id], to: 'worker' }, testAct));
  const offered = await listDispatchable(home.storage.read, { limit: 10 });
  expect(offered).toMatchObject([
    { id: urgent.id, assignee: 'worker', priority: 'P0' },
    { id: first.id, assignee: 'worker', priority: 'P2' },
  ]);
  const rows = offered.map(({ n }) => n);
  const needs = await dispatchNeeds(home.storage.read, rows);
  expect(rows.map((n) => needs.get(n)?.hasScript)).toEqual([true, false]);
});

test('a task without a project gets the only one, and is refused where there is none or a choice', async () => {
  using home = openTestTasks();
  const { id } = await home.build();
  const assign = () => home.tasks.commands.assign({ tasks: [id] }, testAct);
  expect(await assign()).toMatchObject({ error: { kind: 'task.no-project', taskId: id } });
  const one = await home.addProject('one');
  await home.addProject('two');
  expect(await assign()).toMatchObject({ error: { kind: 'task.no-project' } });
  await home.storage.transact((tx) => tx.run("UPDATE projects SET deleted_at = 1 WHERE name = 'two'"));
  expect(unwrap(await assign())).toMatchObject([{ dispatch: 'assigned', projectId: one }]);
});

test('several are assigned all or none', async () => {
  using home = openTestTasks();
  await home.addProject('one');
  const fine = await home.build();
  const closed = await home.build();
  unwrap(await home.tasks.commands.close({ task: closed.id, holder: testHolder }, testAct));
  expect(await home.tasks.commands.assign({ tasks: [fine.id, closed.id] }, testAct)).toMatchObject({
    error: { kind: 'task.already-closed', taskId: closed.id },
  });
  expect((await home.get(fine.id)).dispatch).toBe('manual');
});

test('a blocked task is open again; one that a person holds is refused', async () => {
  using home = openTestTasks();
  await home.addProject('one');
  const blocked = await home.build();
  const block = { task: blocked.id, holder: testHolder, status: 'blocked', reason: 'check failed' } as const;
  unwrap(await home.tasks.commands.update(block, testAct));
  expect(unwrap(await home.tasks.commands.assign({ tasks: [blocked.id] }, testAct))).toMatchObject([
    { status: 'open', statusReason: null, dispatch: 'assigned' },
  ]);
  const held = await home.build();
  unwrap(await home.tasks.commands.claim({ task: held.id, holder: testHolder }, testAct));
  expect(await home.tasks.commands.assign({ tasks: [held.id] }, testAct)).toMatchObject({
    error: { kind: 'task.claimed', holder: 'tess' },
  });
});

test('an agent’s run assigns nothing', async () => {
  using home = openTestTasks();
  await home.addProject('one');
  const { id } = await home.build();
  const byRun = { actor: { kind: 'run', id: 'rn_1', name: 'worker' } } as const;
  expect(await home.tasks.commands.assign({ tasks: [id] }, byRun)).toMatchObject({
    error: { kind: 'task.people-only' },
  });
});

test('an epic has what is below it assigned, as far as nobody has begun with it, or says that there is nothing', async () => {
  using home = openTestTasks();
  await home.addProject('one');
  const { commands } = home.tasks;
  const epic = await home.build({ type: 'epic' });
  const assign = () => commands.assign({ tasks: [epic.id], to: 'worker' }, testAct);
  expect(await assign()).toMatchObject({ error: { kind: 'task.nothing-to-assign', open: 0 } });
  const inner = await home.build({ type: 'epic', parent: epic.id });
  const [first, deep] = [await home.build({ parent: epic.id }), await home.build({ parent: inner.id })];
  const begun = await home.build({ parent: epic.id });
  unwrap(await commands.claim({ task: begun.id, holder: testHolder }, testAct));
  expect(unwrap(await assign()).map(({ id, dispatch }) => [id, dispatch])).toEqual([
    [first.id, 'assigned'],
    [deep.id, 'assigned'],
  ]);
  expect((await home.get(begun.id)).dispatch).toBe('manual');
  const undone = unwrap(
    await commands.changeTasks({ tasks: [epic.id], change: { kind: 'assign' }, holder: testHolder }, testAct),
  );
  expect(undone.steps).toEqual([]);
  for (const { id } of [first, deep]) unwrap(await commands.claim({ task: id, holder: testHolder }, testAct));
  expect(await assign()).toMatchObject({ error: { kind: 'task.nothing-to-assign', open: 3 } });
});
