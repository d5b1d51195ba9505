import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';
import type { SharedChange } from './change-tasks.ts';

function change(home: TestTasks, tasks: readonly string[], wanted: SharedChange) {
  return home.tasks.commands.changeTasks({ tasks, change: wanted, holder: testHolder }, testAct);
}

/** All that a step may touch, but not how often and when it was touched. */
async function lookOf(home: TestTasks, ids: readonly string[]) {
  const tasks = await Promise.all(ids.map((id) => home.get(id)));
  return tasks.map(({ revision: _, updatedAt: __, startedAt: ___, ...look }) => look);
}

async function threeTasks(home: TestTasks): Promise<readonly string[]> {
  await home.addProject('one');
  const open = await home.build({ title: 'Open', labels: ['a'], assignee: 'ada' });
  const held = await home.build({ title: 'Held', priority: 'P0' });
  unwrap(await home.tasks.commands.claim({ task: held.id, holder: testHolder }, testAct));
  const stuck = await home.build({ title: 'Stuck' });
  const blocked = { task: stuck.id, holder: testHolder, status: 'blocked', reason: 'Which?' } as const;
  unwrap(await home.tasks.commands.update(blocked, testAct));
  return [open.id, held.id, stuck.id];
}

describe('one change of several tasks is made, and undone so that nothing is left of it', () => {
  const changes: readonly [string, SharedChange][] = [
    ['priority', { kind: 'update', priority: 'P1' }],
    ['type and project', { kind: 'update', type: 'bug', project: 'one' }],
    ['labels', { kind: 'update', addLabels: ['b'], removeLabels: ['a'] }],
    ['assignee', { kind: 'update', assignee: null }],
    ['open', { kind: 'open' }],
    ['blocked', { kind: 'block', reason: 'Wait for Ada' }],
    ['done', { kind: 'close' }],
    ['cancelled', { kind: 'close', outcome: 'cancelled', reason: 'Not wanted' }],
    ['assigned', { kind: 'assign', to: 'worker' }],
  ];
  test.each(changes)('%s', async (_, wanted) => {
    using home = openTestTasks();
    const all = await threeTasks(home);
    const ids = wanted.kind === 'assign' ? all.filter((_each, index) => index !== 1) : all;
    const before = await lookOf(home, ids);
    const { steps } = unwrap(await change(home, ids, wanted));
    expect(steps.length).toBeGreaterThan(0);
    expect(await lookOf(home, ids)).not.toEqual(before);
    const back = unwrap(await home.tasks.commands.undoChanges({ steps }, testAct));
    expect(await lookOf(home, ids)).toEqual(before);
    unwrap(await home.tasks.commands.undoChanges({ steps: back }, testAct));
    expect(await lookOf(home, ids)).not.toEqual(before);
  });

  test('deleted', async () => {
    using home = openTestTasks();
    const parent = await home.build();
    const child = await home.build({ parent: parent.id });
    const other = await home.build();
    expect(await change(home, [parent.id, other.id], { kind: 'delete' })).toMatchObject({
      error: { kind: 'task.at-place', failure: { kind: 'task.has-children' } },
    });
    const { steps } = unwrap(await change(home, [parent.id, child.id, other.id], { kind: 'delete' }));
    expect(steps).toHaveLength(3);
    expect(unwrap(await home.tasks.queries.list({ all: true })).total).toBe(0);
    expect(
      await home.tasks.commands.undoChanges({ steps: steps.filter(({ id }) => id === child.id) }, testAct),
    ).toMatchObject({ error: { kind: 'task.parent-deleted' } });
    unwrap(await home.tasks.commands.undoChanges({ steps }, testAct));
    expect(unwrap(await home.tasks.queries.list({ all: true })).total).toBe(3);
    expect(unwrap(await change(home, [parent.id], { kind: 'delete', cascade: true })).steps).toHaveLength(2);
  });
});

test('all of them are changed or none, and the refusal names the task', async () => {
  using home = openTestTasks();
  const [a, blocker] = [await home.build({ title: 'A' }), await home.build()];
  const waiting = await home.build({ title: 'Waits', needs: [blocker.id] });
  for (const wanted of [{ kind: 'close' }, { kind: 'claim' }, { kind: 'assign' }] as const) {
    expect(await change(home, [a.id, waiting.id], wanted)).toMatchObject({ error: { kind: 'task.at-place' } });
  }
  expect(await change(home, [a.id, 'nosuch'], { kind: 'open' })).toMatchObject({ error: { kind: 'task.not-found' } });
  expect((await home.get(a.id)).revision).toBe(a.revision);
  expect(unwrap(await change(home, [a.id], { kind: 'update', priority: a.priority })).steps).toEqual([]);
});

test('what has changed since is not undone, nor is what the history cannot take back', async () => {
  using home = openTestTasks();
  const [a, b] = [await home.build(), await home.build({ title: 'B' })];
  const { steps } = unwrap(await change(home, [a.id, b.id], { kind: 'update', priority: 'P0' }));
  unwrap(await home.tasks.commands.update({ task: b.id, holder: testHolder, title: 'New' }, testAct));
  expect(await home.tasks.commands.undoChanges({ steps }, testAct)).toMatchObject({
    error: { kind: 'task.at-place', place: '“New”', failure: { kind: 'task.stale' } },
  });
  expect((await home.get(a.id)).priority).toBe('P0');
  const { revision } = await home.get(b.id);
  unwrap(await home.tasks.commands.artifact({ task: b.id, kind: 'file', value: 'a.txt' }, testAct));
  const noted = [{ id: b.id, from: revision, to: revision + 1 }];
  expect(await home.tasks.commands.undoChanges({ steps: noted }, testAct)).toMatchObject({
    error: { failure: { kind: 'task.cannot-undo' } },
  });
});

test('what was created goes into the trash, unless something else is below it by now', async () => {
  using home = openTestTasks();
  const parent = await home.build({ title: 'Parent' });
  const child = await home.build({ parent: parent.id });
  const created = ({ id, revision }: { id: string; revision: number }) => ({ id, from: 0, to: revision });
  const { undoChanges } = home.tasks.commands;
  expect(await undoChanges({ steps: [created(parent)] }, testAct)).toMatchObject({
    error: { failure: { kind: 'task.has-children', count: 1 } },
  });
  unwrap(await undoChanges({ steps: [created(parent), created(child)] }, testAct));
  expect(unwrap(await home.tasks.queries.list({ all: true })).items).toEqual([]);
});

test('dependencies and a parent are put back, but not into a circle', async () => {
  using home = openTestTasks();
  const { commands } = home.tasks;
  const [a, b, c] = [
    await home.build({ title: 'A' }),
    await home.build({ title: 'B' }),
    await home.build({ title: 'C' }),
  ];
  const linked = unwrap(await commands.addDependency({ task: a.id, on: b.id }, testAct));
  const gone = unwrap(await commands.removeDependency({ task: a.id, on: b.id }, testAct));
  unwrap(await commands.undoChanges({ steps: [{ id: a.id, from: linked.revision, to: gone.revision }] }, testAct));
  expect((await home.get(a.id)).dependencies).toEqual([{ type: 'blocks', id: b.id }]);
  const under = unwrap(await commands.update({ task: c.id, holder: testHolder, parent: b.id }, testAct));
  const out = unwrap(await commands.update({ task: c.id, holder: testHolder, parent: null }, testAct));
  unwrap(await commands.addDependency({ task: b.id, on: c.id, type: 'parent-child' }, testAct));
  const step = { id: c.id, from: under.revision, to: out.revision };
  expect(await commands.undoChanges({ steps: [step] }, testAct)).toMatchObject({ ok: false });
  expect((await home.get(c.id)).parentId).toBe(null);
});

test('a task that another one needs by now is not undone', async () => {
  using home = openTestTasks();
  const made = await home.build({ title: 'B' });
  const waiting = await home.build({ title: 'D', needs: [made.id] });
  const steps = [{ id: made.id, from: 0, to: made.revision }];
  expect(await home.tasks.commands.undoChanges({ steps }, testAct)).toMatchObject({
    error: { kind: 'task.at-place', failure: { kind: 'task.needed', taskId: made.id, by: [waiting.id] } },
  });
  expect((await home.get(waiting.id)).blockers).toEqual([{ id: made.id, reason: 'open' }]);
});
