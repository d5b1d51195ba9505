import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { lastCheckpoints } from '../queries/task-checkpoints.ts';
import { openTestTasks } from '../testing.ts';

describe('checkpoints', () => {
  test('are numbered within their task, and the last ones are what work goes on from', async () => {
    using home = openTestTasks();
    const { commands, queries } = home.tasks;
    const [task, other] = [await home.build(), await home.build()];
    for (const text of ['one', 'two', 'three']) unwrap(await commands.checkpoint({ task: task.id, text }, testAct));
    const saved = { task: other.id, type: 'decision', text: 'SQLite', files: ['a.ts'], commit: 'abc1234' };
    expect(unwrap(await commands.checkpoint(saved, testAct))).toMatchObject({
      id: expect.stringMatching(/^cp_/),
      taskId: other.id,
      sequence: 1,
      type: 'decision',
      files: ['a.ts'],
      commit: 'abc1234',
      author: 'tess',
    });
    expect((await queries.checkpoints({ taskId: task.id })).items.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    const last = await lastCheckpoints(home.storage.read, task.id, 2);
    expect(last.map(({ text }) => text)).toEqual(['two', 'three']);
    expect((await home.get(task.id)).revision).toBe(1);
  });

  test('say something, and name a commit by its hash', async () => {
    using home = openTestTasks();
    const { id: task } = await home.build();
    const { commands } = home.tasks;
    expect(await commands.checkpoint({ task, text: '  ' }, testAct)).toMatchObject({
      error: { kind: 'task.text-empty' },
    });
    expect(await commands.checkpoint({ task, text: 't', commit: '--force' }, testAct)).toMatchObject({
      error: { kind: 'task.bad-word', field: 'commit' },
    });
  });
});
