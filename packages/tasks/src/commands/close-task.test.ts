import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import type { TaskOutcome } from '../model/task-view.ts';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';

const close = (home: TestTasks, task: string, how: { outcome?: TaskOutcome; force?: boolean; reason?: string } = {}) =>
  home.tasks.commands.close({ task, holder: testHolder, ...how }, testAct);

describe('close', () => {
  test('ends a task with its outcome and frees what waited for it', async () => {
    using home = openTestTasks();
    const first = await home.build();
    const second = await home.build({ needs: [first.id] });
    const closed = unwrap(await close(home, first.id, { reason: ' merged ' }));
    expect(closed).toMatchObject({ status: 'closed', outcome: 'done', closeReason: 'merged', state: 'done' });
    expect(closed.closedAt).not.toBeNull();
    expect((await home.get(second.id)).ready).toBe(true);
  });

  test('a failed blocker keeps its dependants waiting, and success later frees them', async () => {
    using home = openTestTasks();
    const first = await home.build();
    const second = await home.build({ needs: [first.id] });
    unwrap(await close(home, first.id, { outcome: 'failed' }));
    expect(await home.get(second.id)).toMatchObject({ ready: false, blockedBy: [first.id] });
    unwrap(await home.tasks.commands.reopen({ task: first.id }, testAct));
    unwrap(await close(home, first.id));
    expect((await home.get(second.id)).ready).toBe(true);
  });

  test('is refused for a task that is closed already', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    unwrap(await close(home, id));
    expect(await close(home, id)).toMatchObject({ error: { kind: 'task.already-closed', taskId: id } });
  });

  test('is refused while children are open, unless forced', async () => {
    using home = openTestTasks();
    const parent = await home.build({ type: 'epic' });
    const child = await home.build({ parent: parent.id });
    expect(await close(home, parent.id)).toMatchObject({ error: { kind: 'task.open-children', count: 1 } });
    expect(unwrap(await close(home, parent.id, { force: true })).status).toBe('closed');
    expect((await home.get(child.id)).status).toBe('open');
  });

  test('is refused while it waits for others, unless forced or given up', async () => {
    using home = openTestTasks();
    const first = await home.build();
    const second = await home.build({ needs: [first.id] });
    const third = await home.build({ needs: [first.id] });
    expect(await close(home, second.id)).toMatchObject({
      error: { kind: 'task.unmet-dependencies', on: [{ id: first.id, reason: 'open' }] },
    });
    expect(unwrap(await close(home, second.id, { outcome: 'cancelled' })).outcome).toBe('cancelled');
    expect(unwrap(await close(home, third.id, { force: true })).outcome).toBe('done');
  });
});

describe('reopen', () => {
  test('opens a closed task, for nobody to start on by surprise', async () => {
    using home = openTestTasks();
    await home.addProject('one');
    const { id } = await home.build();
    unwrap(await home.tasks.commands.assign({ tasks: [id] }, testAct));
    unwrap(await close(home, id, { reason: 'done' }));
    expect(unwrap(await home.tasks.commands.reopen({ task: id }, testAct))).toMatchObject({
      status: 'open',
      outcome: null,
      closedAt: null,
      closeReason: null,
      dispatch: 'manual',
    });
    expect(await home.tasks.commands.reopen({ task: id }, testAct)).toMatchObject({
      error: { kind: 'task.not-closed' },
    });
  });
});
