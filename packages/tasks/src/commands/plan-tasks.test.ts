import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { rehearse } from '../run.ts';
import { openTestTasks } from '../testing.ts';
import { planTasks } from './plan-tasks.ts';

describe('several tasks at once', () => {
  test('name each other by keys, in any order, parents too', async () => {
    using home = openTestTasks();
    const [child, parent, loose] = unwrap(
      await home.tasks.commands.planTasks(
        {
          tasks: [
            { title: 'child', parent: 'p', inheritLabels: true, dependencies: [{ on: 'l', type: 'related' }] },
            { key: 'p', title: 'parent', labels: ['area'], type: 'epic' },
            { key: 'l', title: 'loose', estimate: '2h', due: '2026-01-01T00:00:00Z' },
          ],
        },
        testAct,
      ),
    );
    expect(child).toMatchObject({ parentId: parent?.id, labels: ['area'] });
    expect(child?.dependencies).toEqual([
      { type: 'parent-child', id: parent?.id },
      { type: 'related', id: loose?.id },
    ]);
    expect(loose).toMatchObject({ estimate: 120, dueAt: '2026-01-01T00:00:00.000Z' });
  });

  test('are refused together, with parents that go round in a circle named', async () => {
    using home = openTestTasks();
    const tasks = [
      { key: 'a', title: 'a', parent: 'b' },
      { key: 'b', title: 'b', parent: 'a' },
    ];
    expect(await home.tasks.commands.planTasks({ tasks }, testAct)).toMatchObject({
      error: { kind: 'task.cycle', path: ['"a"', '"b"', '"a"'] },
    });
    expect(await home.tasks.commands.planTasks({ tasks: [{ title: 'a' }, { title: '' }] }, testAct)).toMatchObject({
      error: { kind: 'task.title-empty' },
    });
    expect(unwrap(await home.tasks.queries.list({})).total).toBe(0);
  });

  test('can be rehearsed, which tells everything and keeps nothing', async () => {
    using home = openTestTasks();
    expect(unwrap(await rehearse(home, planTasks, { tasks: [{ title: 'a' }] }, testAct))).toMatchObject([
      { title: 'a' },
    ]);
    expect((await rehearse(home, planTasks, { tasks: [{ title: '' }] }, testAct)).ok).toBe(false);
    expect(unwrap(await home.tasks.queries.list({})).total).toBe(0);
  });
});
