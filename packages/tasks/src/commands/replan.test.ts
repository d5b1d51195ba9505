import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { openTestTasks, testHolder } from '../testing.ts';

describe('replan', () => {
  test('replaces what is not done, keeps what is, and records why', async () => {
    using home = openTestTasks();
    const { commands, queries } = home.tasks;
    const parent = await home.build();
    const done = await home.build({ parent: parent.id });
    const old = await home.build({ parent: parent.id });
    const loose = await home.build({ parent: parent.id });
    const outside = await home.build({ needs: [old.id] });
    const free = await home.build({ needs: [loose.id] });
    unwrap(await commands.close({ task: done.id, holder: testHolder }, testAct));
    const answer = unwrap(
      await commands.replan(
        {
          task: parent.id,
          reason: 'the library cannot do it',
          tasks: [
            { key: 'b', title: 'second', needs: ['a', done.id] },
            { key: 'a', title: 'first', replaces: old.id },
          ],
        },
        testAct,
      ),
    );
    const [second, first] = answer.created;
    expect(answer).toMatchObject({ replaced: [old.id, loose.id], kept: [done.id] });
    expect(answer.consequences).toMatchObject({ waiting: [{ id: free.id }], begins: [], ready: [] });
    expect((await home.get(free.id)).blockers).toEqual([{ id: loose.id, reason: 'cancelled' }]);
    expect(second).toMatchObject({ title: 'second', parentId: parent.id, blockedBy: [first?.id] });
    expect(await home.get(old.id)).toMatchObject({
      outcome: 'cancelled',
      closeReason: 'Replaced: the library cannot do it',
    });
    expect((await home.get(outside.id)).blockedBy).toEqual([first?.id]);
    const [checkpoint] = (await queries.checkpoints({ taskId: parent.id })).items;
    expect(checkpoint).toMatchObject({ type: 'plan', sequence: 1 });
    expect(checkpoint?.text).toContain('the library cannot do it');
  });

  test('without tasks is refused, and cancels nothing', async () => {
    using home = openTestTasks();
    const parent = await home.build();
    const child = await home.build({ parent: parent.id });
    const empty = await home.tasks.commands.replan({ task: parent.id, reason: 'why', tasks: [] }, testAct);
    expect(empty).toMatchObject({ ok: false, error: { kind: 'task.empty-replan' } });
    expect((await home.get(child.id)).status).toBe('open');
  });

  test('changes nothing while somebody is at work below, or where the new tasks are wrong', async () => {
    using home = openTestTasks();
    const { commands } = home.tasks;
    const parent = await home.build();
    const child = await home.build({ parent: parent.id });
    unwrap(await commands.claim({ task: child.id, holder: testHolder }, testAct));
    const wanted = { task: parent.id, reason: 'r', tasks: [{ title: 'new' }] };
    expect(await commands.replan(wanted, testAct)).toMatchObject({ error: { kind: 'task.claimed', taskId: child.id } });
    unwrap(await commands.release({ task: child.id, holder: testHolder }, testAct));
    const circle = [
      { key: 'a', title: 'a', needs: ['b'] },
      { key: 'b', title: 'b', needs: ['a'] },
    ];
    expect(await commands.replan({ ...wanted, tasks: circle }, testAct)).toMatchObject({
      error: { kind: 'task.cycle' },
    });
    const double = [
      { key: 'a', title: 'a' },
      { key: 'a', title: 'b' },
    ];
    expect(await commands.replan({ ...wanted, tasks: double }, testAct)).toMatchObject({
      error: { kind: 'task.double-key' },
    });
    expect((await home.get(child.id)).status).toBe('open');
  });
});
