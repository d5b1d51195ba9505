import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { run } from '../run.ts';
import { openTestTasks, testHolder } from '../testing.ts';
import { deleteTasks, restoreTasks } from './trash-tasks.ts';

test('a family goes to the trash and comes back, in whatever order it is named, or stays as it is', async () => {
  using home = openTestTasks();
  const remove = (tasks: readonly string[], cascade = false) =>
    run(home, deleteTasks, { tasks, cascade, holder: testHolder }, testAct);
  const restore = (...tasks: string[]) => run(home, restoreTasks, { tasks }, testAct);
  const parent = await home.build({ title: 'Parent' });
  const child = await home.build({ title: 'Child', parent: parent.id });
  const other = await home.build({ title: 'Other' });
  expect(await remove([other.id, parent.id])).toMatchObject({ error: { kind: 'task.has-children' } });
  expect(await remove([other.id, 'nosuch'])).toMatchObject({ error: { kind: 'task.not-found' } });
  expect((await home.get(other.id)).revision).toBe(1);
  expect(unwrap(await remove([parent.id, child.id, parent.id])).deleted.map(({ title }) => title)).toEqual([
    'Parent',
    'Child',
  ]);
  expect(await restore(child.id)).toMatchObject({ error: { kind: 'task.parent-deleted' } });
  expect(await restore(child.id, other.id)).toMatchObject({ error: { kind: 'task.not-deleted', taskId: other.id } });
  expect(unwrap(await restore(child.id, parent.id)).restored.map(({ title }) => title)).toEqual(['Child', 'Parent']);
  expect(unwrap(await remove([parent.id, child.id], true)).deleted).toHaveLength(2);
  expect(unwrap(await restore(parent.id, child.id)).restored).toHaveLength(2);
});

test('a parent that is deleted beside its children comes back assigned, as it was', async () => {
  using home = openTestTasks();
  const project = await home.addProject('app');
  const parent = await home.build({ project, title: 'Parent' });
  const child = await home.build({ project, title: 'Child', parent: parent.id });
  unwrap(await home.tasks.commands.assign({ tasks: [parent.id] }, testAct));
  const ids = [child.id, parent.id];
  const deleted = unwrap(await run(home, deleteTasks, { tasks: ids, holder: testHolder }, testAct));
  expect(deleted.consequences).toMatchObject({ waiting: [], begins: [], ready: [], unqueued: [] });
  unwrap(await run(home, restoreTasks, { tasks: ids }, testAct));
  expect((await home.get(parent.id)).dispatch).toBe('assigned');
});
