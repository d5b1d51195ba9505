import { createCallerFactory } from '@cw/entry/trpc';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { openTestTasks, type TestTasks, testHolder } from '../../testing.ts';
import { createTasksRouter } from './router.ts';
import { namedPlaces } from './testing.ts';

const callerOf = (home: TestTasks) =>
  createCallerFactory(createTasksRouter(home.tasks, namedPlaces(home.storage.read)))({
    act: testAct,
    holder: testHolder,
  });

describe('the procedures of tasks', () => {
  test('go through the life of a task, ids shortened', async () => {
    using home = openTestTasks();
    const caller = callerOf(home);
    const { id } = await caller.create({ title: 'A task', priority: 'P1', labels: ['a'] });
    const short = id.slice(0, 12);
    expect(await caller.list({ priority: ['P1'], labels: ['a'] })).toMatchObject({ items: [{ id }], total: 1 });
    expect((await caller.claim({ id: short })).lease?.holder).toBe('tess');
    expect((await caller.release({ id: short })).status).toBe('open');
    const { revision } = await caller.update({ id: short, title: 'Better' });
    await expect(caller.update({ id: short, title: 'Mine', revision: revision - 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { refusal: { facts: { revision, changes: [{ field: 'title', before: 'A task', after: 'Better' }] } } },
    });
    expect((await caller.comment({ id: short, text: 'hi' })).taskId).toBe(id);
    expect((await caller.comments({ id: short })).total).toBe(1);
    const other = await caller.create({ title: 'First' });
    expect((await caller.addDependency({ id: short, on: other.id })).ready).toBe(false);
    expect((await caller.removeDependency({ id: short, on: other.id })).ready).toBe(true);
    expect((await caller.close({ id: short, outcome: 'failed', reason: 'no' })).state).toBe('failed');
    expect((await caller.reopen({ id: short })).state).toBe('ready');
    expect((await caller.ready({})).total).toBe(2);
    expect((await caller.history({ id: short })).total).toBe(9);
    expect((await caller.show({ id: short })).title).toBe('Better');
  });

  test('know titles of tasks in the trash, and name them when they are asked for', async () => {
    using home = openTestTasks();
    const caller = callerOf(home);
    const { id } = await caller.create({ title: 'A task' });
    expect((await caller.addArtifact({ id, kind: 'link', value: 'https://example.org' })).artifacts).toHaveLength(1);
    await caller.delete({ id });
    expect((await caller.titles({ ids: [id, 'tk_none'] })).items).toMatchObject([{ id, title: 'A task' }]);
    await expect(caller.show({ id })).rejects.toMatchObject({
      cause: { refusal: { facts: { inTrash: [{ id, title: 'A task' }] } } },
    });
  });

  test('decide on proposals and assign', async () => {
    using home = openTestTasks();
    await home.addProject('one');
    const caller = callerOf(home);
    const origin = await home.build();
    for (const title of ['Yes', 'No']) {
      await home.tasks.commands.proposeFollowUp({ taskId: origin.id, title }, testAct);
    }
    const [yes, no] = (await caller.proposals({ taskId: origin.id })).items;
    expect((await caller.acceptProposal({ id: yes?.id ?? '' })).title).toBe('Yes');
    expect((await caller.declineProposal({ id: no?.id ?? '' })).state).toBe('declined');
    expect(await caller.assign({ ids: [origin.id] })).toMatchObject({ items: [{ dispatch: 'assigned' }], total: 1 });
  });

  test('refuse with the same codes as every door', async () => {
    using home = openTestTasks();
    const caller = callerOf(home);
    await expect(caller.show({ id: 'nope' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      cause: { refusal: { code: 'task.not-found' } },
    });
    await expect(caller.create({ title: 'a\nb' })).rejects.toMatchObject({
      cause: { refusal: { code: 'task.title-multiline' } },
    });
    await expect(caller.list({ state: ['nope'] })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
