import { type Act, unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { openTestTasks, testHolder } from '../testing.ts';

const run: Act = { actor: { kind: 'run', id: 'rn_1', name: 'rn_1' }, runId: 'rn_1' };

describe('delete', () => {
  test('keeps waiting what waited, hides the task everywhere, and restore brings all of it back', async () => {
    using home = openTestTasks();
    const { commands, queries } = home.tasks;
    const task = await home.build({ title: 'gone', labels: ['x'] });
    const waiting = await home.build({ needs: [task.id] });
    const gone = unwrap(await commands.delete({ tasks: [task.id], holder: testHolder }, testAct));
    expect(gone.consequences).toMatchObject({ waiting: [{ id: waiting.id }], begins: [], ready: [] });
    expect(await home.get(waiting.id)).toMatchObject({ ready: false, blockers: [{ id: task.id, reason: 'deleted' }] });
    expect(await queries.get(task.id)).toBeUndefined();
    expect((await queries.find(task.id)).ok).toBe(false);
    expect(unwrap(await queries.list({ deleted: true })).items.map(({ id }) => id)).toEqual([task.id]);
    const restored = unwrap(await commands.restore({ task: task.id.slice(0, 8) }, testAct));
    expect(restored).toMatchObject({ title: 'gone', labels: ['x'], ready: true });
    expect((await home.get(waiting.id)).blockedBy).toEqual([task.id]);
  });

  test('of a parent is refused unless all below it go too, which come back together', async () => {
    using home = openTestTasks();
    const { commands } = home.tasks;
    const parent = await home.build();
    const child = await home.build({ parent: parent.id });
    const grandchild = await home.build({ parent: child.id });
    expect(await commands.delete({ tasks: [parent.id], holder: testHolder }, testAct)).toMatchObject({
      error: { kind: 'task.has-children', count: 2 },
    });
    const gone = unwrap(await commands.delete({ tasks: [parent.id], cascade: true, holder: testHolder }, testAct));
    expect(gone.deleted.map(({ id }) => id)).toEqual([parent.id, child.id, grandchild.id]);
    expect(await commands.restore({ task: child.id }, testAct)).toMatchObject({
      error: { kind: 'task.parent-deleted', parentId: parent.id },
    });
    unwrap(await commands.restore({ task: parent.id }, testAct));
    expect((await home.get(grandchild.id)).parentId).toBe(child.id);
  });

  test("is not for agents' runs, nor of what another session holds, nor twice", async () => {
    using home = openTestTasks();
    const { commands } = home.tasks;
    const task = await home.build();
    expect(await commands.delete({ tasks: [task.id], holder: testHolder }, run)).toMatchObject({
      error: { kind: 'task.people-only' },
    });
    unwrap(await commands.claim({ task: task.id, holder: { kind: 'agent', name: 'session:1' } }, testAct));
    const other = { kind: 'agent', name: 'session:2' } as const;
    expect(await commands.delete({ tasks: [task.id], holder: other }, testAct)).toMatchObject({
      error: { kind: 'task.claimed', holder: 'session:1' },
    });
    unwrap(await commands.delete({ tasks: [task.id], holder: testHolder }, testAct));
    expect(await commands.delete({ tasks: [task.id], holder: testHolder }, testAct)).toMatchObject({
      error: { kind: 'task.not-found' },
    });
    expect(unwrap(await commands.restore({ task: task.id }, testAct))).toMatchObject({ status: 'open', lease: null });
    expect(await commands.restore({ task: task.id }, testAct)).toMatchObject({ error: { kind: 'task.not-deleted' } });
  });
});
