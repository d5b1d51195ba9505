import { createConfigModule } from '@cw/config';
import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { tasksConfigKeys } from '../tasks-config.ts';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';

const close = async (home: TestTasks, task: string, outcome?: 'failed' | 'cancelled') =>
  unwrap(await home.tasks.commands.close({ task, outcome, holder: testHolder }, testAct)).consequences;

async function set(home: TestTasks, value: 'epics' | 'all', task?: string): Promise<void> {
  const place = { scope: task === undefined ? 'workspace' : 'task', scopeId: task ?? '' } as const;
  const input = { key: 'tasks.closeParents', value, ...place } as const;
  unwrap(await createConfigModule({ storage: home.storage }, tasksConfigKeys).commands.set(input, testAct));
}

describe('a parent whose children are closed', () => {
  test('stays open, and closing the last child tells of an epic', async () => {
    using home = openTestTasks();
    const epic = await home.build({ title: 'Epic', type: 'epic' });
    const [first, last] = [await home.build({ parent: epic.id }), await home.build({ parent: epic.id })];
    expect((await close(home, first.id)).finished).toEqual([]);
    expect(await close(home, last.id)).toMatchObject({ closed: [], finished: [{ id: epic.id, title: 'Epic' }] });
    expect((await home.get(epic.id)).status).toBe('open');
  });

  test('is closed by itself with its own parents where a setting says so, and what needs them is ready', async () => {
    using home = openTestTasks();
    await set(home, 'epics');
    const top = await home.build({ type: 'epic' });
    const epic = await home.build({ type: 'epic', parent: top.id });
    const child = await home.build({ parent: epic.id });
    const after = await home.build({ needs: [top.id] });
    const told = await close(home, child.id);
    expect(told).toMatchObject({ closed: [{ id: epic.id }, { id: top.id }], ready: [{ id: after.id }], finished: [] });
    expect(await home.get(top.id)).toMatchObject({
      ...{ status: 'closed', outcome: 'done' },
      closeReason: 'All of its children are closed.',
    });
  });

  test('and that was closed by itself is open again once one of them is, and not where somebody closed it', async () => {
    using home = openTestTasks();
    await set(home, 'epics');
    const top = await home.build({ type: 'epic' });
    const epic = await home.build({ type: 'epic', parent: top.id });
    const child = await home.build({ parent: epic.id });
    const after = await home.build({ needs: [top.id] });
    await close(home, child.id);
    const reopen = async () => unwrap(await home.tasks.commands.reopen({ task: child.id }, testAct)).consequences;
    expect((await reopen()).reopened).toMatchObject([{ id: epic.id }, { id: top.id }]);
    expect([(await home.get(top.id)).status, (await home.get(after.id)).state]).toEqual(['open', 'waiting']);
    expect((await close(home, child.id)).closed).toMatchObject([{ id: epic.id }, { id: top.id }]);
    unwrap(await home.tasks.commands.reopen({ task: epic.id }, testAct));
    await close(home, epic.id);
    expect((await reopen()).reopened).toEqual([]);
    expect((await home.get(epic.id)).status).toBe('closed');
  });

  test.each(['failed', 'cancelled'] as const)('is left to a person where the last child is %s', async (outcome) => {
    using home = openTestTasks();
    await set(home, 'epics');
    const epic = await home.build({ type: 'epic' });
    const [first, last] = [await home.build({ parent: epic.id }), await home.build({ parent: epic.id })];
    await close(home, first.id);
    expect(await close(home, last.id, outcome)).toMatchObject({ closed: [], finished: [{ id: epic.id }] });
  });

  test('that is no epic is closed where all are, unless it is assigned', async () => {
    using home = openTestTasks();
    const project = await home.addProject('app');
    const [plain, queued] = [await home.build({ project }), await home.build({ project })];
    await set(home, 'all', plain.id);
    await set(home, 'all', queued.id);
    unwrap(await home.tasks.commands.assign({ tasks: [queued.id] }, testAct));
    const [one, two] = [await home.build({ parent: plain.id }), await home.build({ parent: queued.id })];
    expect(await close(home, one.id)).toMatchObject({ closed: [{ id: plain.id }], ready: [] });
    expect(await close(home, two.id)).toMatchObject({ closed: [], begins: [{ id: queued.id }] });
  });
});
