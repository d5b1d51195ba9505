import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { run } from '../run.ts';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';
import { type CloseTasksInput, closeTasks } from './close-tasks.ts';

function close(home: TestTasks, tasks: readonly string[], how: Partial<CloseTasksInput> = {}) {
  return run(home, closeTasks, { tasks, holder: testHolder, ...how }, testAct);
}

describe('several tasks are closed together', () => {
  test('in whatever order they are named, and each once', async () => {
    using home = openTestTasks();
    const parent = await home.build();
    const first = await home.build({ parent: parent.id });
    const second = await home.build({ parent: parent.id, needs: [first.id] });
    const { closed } = unwrap(await close(home, [parent.id, second.id, first.id, parent.id]));
    expect(closed.map(({ id, state }) => [id, state])).toEqual([
      [parent.id, 'done'],
      [second.id, 'done'],
      [first.id, 'done'],
    ]);
  });

  test('or none of them', async () => {
    using home = openTestTasks();
    const [a, b, blocker] = [await home.build(), await home.build(), await home.build()];
    const waiting = await home.build({ needs: [blocker.id] });
    const closed = await home.build();
    unwrap(await close(home, [closed.id]));
    expect(await close(home, [a.id, waiting.id])).toMatchObject({ error: { kind: 'task.unmet-dependencies' } });
    expect(await close(home, [a.id, closed.id, b.id])).toMatchObject({ error: { kind: 'task.already-closed' } });
    expect(await close(home, [a.id, 'nosuch'])).toMatchObject({ error: { kind: 'task.not-found' } });
    expect(await home.get(a.id)).toMatchObject({ status: 'open', revision: a.revision });
    expect((await close(home, [waiting.id, a.id], { force: true })).ok).toBe(true);
  });
});

test('what became ready by it is told, and nothing that was ready or is still kept', async () => {
  using home = openTestTasks();
  const epic = await home.build({ title: 'Epic', type: 'epic' });
  const [one, two] = [await home.build({ parent: epic.id }), await home.build()];
  const freed = await home.build({ needs: [one.id], priority: 'P0' });
  const above = await home.build({ needs: [one.id] });
  const below = await home.build({ parent: above.id });
  await home.build({ needs: [one.id, two.id] });
  await home.build({ needs: [one.id], requiresPlan: true });
  const told = unwrap(await close(home, [one.id]));
  expect(told.consequences.ready.map(({ id }) => id)).toEqual([freed.id, below.id]);
  expect(unwrap(await close(home, [below.id])).consequences.ready.map(({ id }) => id)).toEqual([above.id]);
});
