import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import type { DependencyType } from '../model/task-view.ts';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';

const need = (home: TestTasks, task: string, on: string, type?: DependencyType) =>
  home.tasks.commands.addDependency({ task, on, type }, testAct);

async function three(home: TestTasks): Promise<[string, string, string]> {
  return [(await home.build()).id, (await home.build()).id, (await home.build()).id];
}

describe('circles are refused with the way round', () => {
  test('on itself', async () => {
    using home = openTestTasks();
    const [a] = await three(home);
    expect(await need(home, a, a)).toMatchObject({ error: { kind: 'task.self-dependency' } });
  });

  test('through others, over every type that makes wait', async () => {
    using home = openTestTasks();
    const [a, b, c] = await three(home);
    unwrap(await need(home, a, b, 'blocks'));
    unwrap(await need(home, b, c, 'on-failure'));
    expect(await need(home, c, a)).toMatchObject({ error: { kind: 'task.cycle', path: [c, a, b, c] } });
    expect((await need(home, c, a, 'related')).ok).toBe(true);
  });

  test('a child that needs its parent, and a parent that needs its child', async () => {
    using home = openTestTasks();
    const parent = await home.build();
    const child = await home.build({ parent: parent.id });
    expect(await need(home, child.id, parent.id)).toMatchObject({ error: { kind: 'task.cycle' } });
    expect(await need(home, parent.id, child.id)).toMatchObject({ error: { kind: 'task.cycle' } });
  });

  test('a task that needs something below what waits for it', async () => {
    using home = openTestTasks();
    const [a, b] = await three(home);
    const child = await home.build({ parent: b });
    unwrap(await need(home, b, a));
    expect(await need(home, a, child.id)).toMatchObject({ error: { kind: 'task.cycle', path: [a, child.id, b, a] } });
  });

  test('parents in a ring, and a parent whose children would wait for themselves', async () => {
    using home = openTestTasks();
    const [a, b, c] = await three(home);
    unwrap(await need(home, b, a, 'parent-child'));
    unwrap(await need(home, c, b, 'parent-child'));
    expect(await need(home, a, c, 'parent-child')).toMatchObject({ error: { kind: 'task.cycle' } });
    const waiting = await home.build();
    unwrap(await need(home, waiting.id, a, 'waits-for'));
    expect(await need(home, waiting.id, a, 'parent-child')).toMatchObject({ error: { kind: 'task.cycle' } });
    expect(await home.tasks.commands.update({ task: a, parent: c, holder: testHolder }, testAct)).toMatchObject({
      error: { kind: 'task.cycle' },
    });
  });
});

describe('a task that moves to another parent', () => {
  test.each<[string, DependencyType, 'to the new' | 'to the old']>([
    ['whose old one needs the new one', 'blocks', 'to the new'],
    ['whose old one waits for the children of the new one', 'waits-for', 'to the new'],
    ['which needs the old one', 'blocks', 'to the old'],
    ['which waits for the children of the old one', 'waits-for', 'to the old'],
  ])('%s', async (_, type, direction) => {
    using home = openTestTasks();
    const [before, after] = await three(home);
    const child = await home.build({ parent: before });
    const [task, on] = direction === 'to the new' ? [before, after] : [after, before];
    unwrap(await need(home, task, on, type));
    const other = await home.build({ parent: before });
    expect(unwrap(await need(home, child.id, after, 'parent-child')).parentId).toBe(after);
    const moved = { task: other.id, parent: after, holder: testHolder };
    expect(unwrap(await home.tasks.commands.update(moved, testAct)).parentId).toBe(after);
  });

  test('makes no circle that its other dependencies close', async () => {
    using home = openTestTasks();
    const [before, after] = await three(home);
    const child = await home.build({ parent: before });
    unwrap(await need(home, after, child.id));
    expect(await need(home, child.id, after, 'parent-child')).toMatchObject({ error: { kind: 'task.cycle' } });
  });
});

test('a circle over the trash is told so, and undone by taking out what leads there', async () => {
  using home = openTestTasks();
  const [gone, end, first] = await three(home);
  unwrap(await need(home, first, gone));
  unwrap(await need(home, gone, end));
  unwrap(await home.tasks.commands.delete({ tasks: [gone], holder: testHolder }, testAct));
  expect(await need(home, end, first)).toMatchObject({ error: { kind: 'task.cycle', inTrash: [gone] } });
  unwrap(await home.tasks.commands.removeDependency({ task: first, on: gone }, testAct));
  expect((await need(home, end, first)).ok).toBe(true);
});

test('a first child is refused where its parent waits for something that waits for the parent’s children', async () => {
  using home = openTestTasks();
  const [parent, other, child] = await three(home);
  unwrap(await need(home, parent, other));
  unwrap(await need(home, other, parent, 'waits-for'));
  expect(await need(home, child, parent, 'parent-child')).toMatchObject({
    error: { kind: 'task.cycle', path: [child, parent, other, parent, child] },
  });
});

describe('dependencies', () => {
  test('adding twice changes nothing; removing what is not there is refused', async () => {
    using home = openTestTasks();
    const [a, b, c] = await three(home);
    const once = unwrap(await need(home, a, b));
    expect(unwrap(await need(home, a, b)).revision).toBe(once.revision);
    const removed = unwrap(await home.tasks.commands.removeDependency({ task: a, on: b }, testAct));
    expect(removed).toMatchObject({ dependencies: [], ready: true });
    expect(await home.tasks.commands.removeDependency({ task: a, on: c }, testAct)).toMatchObject({
      error: { kind: 'task.no-dependency' },
    });
  });

  test('parent-child is the parent, whichever way it is set', async () => {
    using home = openTestTasks();
    const [a, b] = await three(home);
    expect(unwrap(await need(home, a, b, 'parent-child')).parentId).toBe(b);
    expect((await home.get(b)).dependents).toEqual([{ type: 'parent-child', id: a }]);
    expect(unwrap(await home.tasks.commands.removeDependency({ task: a, on: b }, testAct)).parentId).toBeNull();
  });

  test('waits-for waits for the children, on-failure for a failure', async () => {
    using home = openTestTasks();
    const parent = await home.build();
    const child = await home.build({ parent: parent.id });
    const after = await home.build();
    const rescue = await home.build();
    unwrap(await need(home, after.id, parent.id, 'waits-for'));
    unwrap(await need(home, rescue.id, child.id, 'on-failure'));
    expect((await home.get(after.id)).ready).toBe(false);
    unwrap(await home.tasks.commands.close({ task: child.id, outcome: 'failed', holder: testHolder }, testAct));
    expect((await home.get(after.id)).ready).toBe(true);
    expect((await home.get(rescue.id)).ready).toBe(true);
  });

  test('a parent that is blocked holds all that is below it', async () => {
    using home = openTestTasks();
    const top = await home.build();
    const middle = await home.build({ parent: top.id });
    const leaf = await home.build({ parent: middle.id });
    const block = { task: top.id, holder: testHolder, status: 'blocked', reason: 'a decision' } as const;
    unwrap(await home.tasks.commands.update(block, testAct));
    expect(await home.get(leaf.id)).toMatchObject({ ready: false, state: 'waiting', blockedBy: [top.id] });
    unwrap(await home.tasks.commands.update({ task: top.id, holder: testHolder, status: 'open' }, testAct));
    expect((await home.get(leaf.id)).ready).toBe(true);
  });
});
