import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';
import type { UpdateTaskInput } from './update-task.ts';

const update = (home: TestTasks, task: string, changes: Partial<UpdateTaskInput>) =>
  home.tasks.commands.update({ task, holder: testHolder, ...changes }, testAct);

describe('update', () => {
  test('changes what is named, leaves the rest, and tells both sides', async () => {
    using home = openTestTasks();
    const { id } = await home.build({ title: 'Before', labels: ['a', 'b'], description: 'kept' });
    const changes = { title: 'After', priority: 'P0', addLabels: ['c'], removeLabels: ['a'] };
    expect(unwrap(await update(home, id, changes))).toMatchObject({
      title: 'After',
      priority: 'P0',
      labels: ['b', 'c'],
      description: 'kept',
      revision: 2,
    });
    const { items } = await home.tasks.queries.history(id);
    expect(items.at(-1)).toMatchObject({
      type: 'task.updated',
      payload: {
        revision: 2,
        before: { title: 'Before', priority: 'P2', labels: ['a', 'b'] },
        after: { title: 'After', priority: 'P0', labels: ['b', 'c'] },
      },
    });
  });

  test('that changes nothing makes no revision and no history', async () => {
    using home = openTestTasks();
    const { id } = await home.build({ title: 'Same', labels: ['a'] });
    expect(unwrap(await update(home, id, { title: 'Same', addLabels: ['a'] })).revision).toBe(1);
    expect((await home.tasks.queries.history(id)).total).toBe(1);
  });

  test('with one bad field changes none', async () => {
    using home = openTestTasks();
    const { id } = await home.build({ title: 'Before' });
    expect((await update(home, id, { title: 'After', priority: 'P9' })).ok).toBe(false);
    expect((await update(home, id, { title: 'After', parent: 'nowhere' })).ok).toBe(false);
    expect((await home.get(id)).title).toBe('Before');
  });

  test('of a revision that is gone is refused with what became different', async () => {
    using home = openTestTasks();
    const { id } = await home.build({ title: 'One' });
    unwrap(await update(home, id, { title: 'Two' }));
    unwrap(await update(home, id, { title: 'Three', type: 'bug', due: '2026-03-01T09:00Z' }));
    expect(await update(home, id, { title: 'Mine', revision: 1 })).toMatchObject({
      error: {
        kind: 'task.stale',
        seen: 1,
        revision: 3,
        changes: [
          { field: 'title', before: 'One', after: 'Three' },
          { field: 'type', before: 'task', after: 'bug' },
          { field: 'dueAt', before: null, after: '2026-03-01T09:00:00.000Z' },
        ],
      },
    });
    expect(unwrap(await update(home, id, { title: 'Mine', revision: 3 })).title).toBe('Mine');
  });

  test('blocks with a reason, frees the claim, and opens again', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    unwrap(await home.tasks.commands.claim({ task: id, holder: testHolder }, testAct));
    expect(await update(home, id, { status: 'blocked' })).toMatchObject({ error: { kind: 'task.text-empty' } });
    expect(unwrap(await update(home, id, { status: 'blocked', reason: 'a question' }))).toMatchObject({
      status: 'blocked',
      statusReason: 'a question',
      state: 'needs-you',
      lease: null,
    });
    expect(unwrap(await update(home, id, { status: 'open' }))).toMatchObject({ state: 'ready', statusReason: null });
    expect(await update(home, id, { status: 'closed' })).toMatchObject({ error: { kind: 'task.status-by-verb' } });
  });

  test('takes a parent and lets go of it', async () => {
    using home = openTestTasks();
    const parent = await home.build();
    const { id } = await home.build();
    expect(unwrap(await update(home, id, { parent: parent.id })).parentId).toBe(parent.id);
    expect((await home.get(parent.id)).ready).toBe(false);
    expect(unwrap(await update(home, id, { parent: null })).parentId).toBeNull();
    expect((await home.get(parent.id)).ready).toBe(true);
  });

  test.each(['working', 'merging'])('leaves a task that is %s in its project', async (stage) => {
    using home = openTestTasks();
    const one = await home.addProject('one');
    const { id } = await home.build({ project: one });
    const two = await home.addProject('two');
    await home.storage.transact((tx) => tx.run('UPDATE tasks SET stage = ? WHERE id = ?', [stage, id]));
    for (const project of [null, two]) {
      expect(await update(home, id, { project })).toMatchObject({ error: { kind: 'task.running', taskId: id } });
    }
    expect(unwrap(await update(home, id, { project: 'one', title: 'Renamed' })).projectId).toBe(one);
    await home.storage.transact((tx) => tx.run('UPDATE tasks SET stage = NULL WHERE id = ?', [id]));
    expect(unwrap(await update(home, id, { project: two })).projectId).toBe(two);
  });

  test('to nobody takes it off the queue', async () => {
    using home = openTestTasks();
    await home.addProject('one');
    const { id } = await home.build();
    unwrap(await home.tasks.commands.assign({ tasks: [id], to: 'worker' }, testAct));
    expect(unwrap(await update(home, id, { assignee: null }))).toMatchObject({ assignee: null, dispatch: 'manual' });
  });

  test('lets only a person set the script', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    const byRun = { actor: { kind: 'run', id: 'rn_1', name: 'worker' } } as const;
    const wanted = { task: id, holder: testHolder, script: 'true' };
    expect(await home.tasks.commands.update(wanted, byRun)).toMatchObject({ error: { kind: 'task.people-only' } });
    expect(unwrap(await update(home, id, { script: 'true' })).script).toBe('true');
  });
});
