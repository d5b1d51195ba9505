import { systemAct, unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { countingIds, fixedClock } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import { openTestTasks } from '../testing.ts';

const count = 'SELECT count(*) AS n FROM tasks';

describe('create', () => {
  test('writes an open task that is ready, and tells of it', async () => {
    using home = openTestTasks({ clock: fixedClock(), ids: countingIds() });
    const task = await home.build({ title: ' Fix it ', priority: '1', type: 'bug', labels: ['b', 'a'] });
    expect(task).toMatchObject({
      id: 'tk_000000000001',
      title: 'Fix it',
      status: 'open',
      state: 'ready',
      ready: true,
      priority: 'P1',
      type: 'bug',
      labels: ['a', 'b'],
      dispatch: 'manual',
      revision: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    const { items } = await home.tasks.queries.history(task.id);
    expect(items).toMatchObject([
      { type: 'task.created', actor: testAct.actor, payload: { revision: 1, after: { title: 'Fix it' } } },
    ]);
  });

  test.each([
    [{ title: 'a\nb' }, 'task.title-multiline'],
    [{ title: 'x'.repeat(10_000) }, 'task.title-too-long'],
    [{ title: 'a', description: 'a\0b' }, 'task.text-binary'],
    [{ title: 'a', priority: '7' }, 'task.bad-priority'],
    [{ title: 'a', needs: ['nowhere'] }, 'task.not-found'],
    [{ title: 'a', parent: 'nowhere' }, 'task.not-found'],
    [{ title: 'a', project: 'nowhere' }, 'task.unknown-project'],
  ])('refuses bad input and writes nothing: %#', async (input, kind) => {
    using home = openTestTasks();
    expect(await home.tasks.commands.create(input, testAct)).toMatchObject({ ok: false, error: { kind } });
    expect(await home.storage.read.get(count)).toEqual({ n: 0 });
    expect(await home.storage.read.get('SELECT count(*) AS n FROM events')).toEqual({ n: 0 });
  });

  test('waits for what it needs', async () => {
    using home = openTestTasks();
    const first = await home.build();
    const second = await home.build({ needs: [first.id] });
    expect(second).toMatchObject({
      ready: false,
      state: 'waiting',
      blockedBy: [first.id],
      dependencies: [{ type: 'blocks', id: first.id }],
    });
    expect((await home.get(first.id)).dependents).toEqual([{ type: 'blocks', id: second.id }]);
  });

  test('only a person gives it a script', async () => {
    using home = openTestTasks();
    const byRun = { actor: { kind: 'run', id: 'rn_1', name: 'worker' } } as const;
    for (const act of [byRun, systemAct('orchestrator')]) {
      const answer = await home.tasks.commands.create({ title: 'a', script: 'true' }, act);
      expect(answer).toMatchObject({ ok: false, error: { kind: 'task.people-only', action: 'script' } });
    }
    expect((await home.build({ script: 'true' })).script).toBe('true');
  });

  test('belongs to the only project, to its parent’s, or to the one that was named', async () => {
    using home = openTestTasks();
    expect((await home.build()).projectId).toBeNull();
    const one = await home.addProject('one');
    const parent = await home.build();
    expect(parent.projectId).toBe(one);
    const two = await home.addProject('two');
    expect((await home.build()).projectId).toBeNull();
    expect((await home.build({ parent: parent.id })).projectId).toBe(one);
    expect((await home.build({ project: 'two' })).projectId).toBe(two);
    expect((await home.build({ project: two.slice(0, 10) })).projectId).toBe(two);
  });

  test('starts by itself only where its project says so', async () => {
    using home = openTestTasks();
    await home.addProject('auto', 'auto');
    expect((await home.build({ project: 'auto' })).dispatch).toBe('auto');
  });

  test('a chain of parents has an end', async () => {
    using home = openTestTasks();
    let parent = await home.build();
    for (let level = 1; level <= 50; level += 1) parent = await home.build({ parent: parent.id });
    const answer = await home.tasks.commands.create({ title: 'a', parent: parent.id }, testAct);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'task.too-deep' } });
    expect(unwrap(await home.tasks.queries.ready({})).total).toBe(1);
  });
});
