import { openTestTasks } from '@cw/tasks/testing';
import { expect, test } from 'vitest';
import { workFigures } from './work-figures.ts';

const now = Date.parse('2026-03-01T08:00:00Z');
const hour = 3_600_000;

test('the work of a workspace is counted, with what agents and people hold', async () => {
  using home = openTestTasks({ clock: { now: () => now } });
  const { storage } = home;
  expect(await workFigures(storage.read)).toMatchObject({ ready: 0, toStart: 0, oldestWaitSince: null });
  const tasks = await Promise.all(['a', 'b', 'c', 'd'].map((title) => home.build({ title })));
  const hold = (index: number, change: string) =>
    storage.transact((tx) =>
      tx.run(`UPDATE tasks SET status = 'in_progress', ${change} WHERE id = ?`, [tasks[index]?.id ?? '']),
    );
  await hold(0, "lease_holder = 'tess'");
  await hold(1, `lease_holder = 'session:x', lease_expires_at = ${now + hour}`);
  await hold(2, `lease_holder = 'session:y', lease_expires_at = ${now - hour}`);
  expect(await workFigures(storage.read)).toEqual({
    ready: 1,
    toStart: 0,
    running: 0,
    resting: 0,
    onHold: 0,
    queued: 0,
    merging: 0,
    needsYou: 0,
    tasks: expect.objectContaining({ ready: 1, 'in-progress': 3 }),
    oldestWaitSince: null,
    leases: { byAgents: 1, byPeople: 1, expired: 1 },
  });
});
