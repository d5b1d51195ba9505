import { openTestStorage } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { listStartedRuns } from './find-runs.ts';

test('runs whose agent was started are told with whether they have ended, the newest first', async () => {
  using storage = openTestStorage();
  await storage.transact(async (tx) => {
    const run = `INSERT INTO runs (id, task_id, project_id, attempt, role, provider, step, created_at, started_at, ended_at)
      VALUES (?, 'tk_' || ?, 'pr_1', 1, 'worker', 'script', ?, 0, ?, ?)`;
    await tx.run(run, ['rn_1', 1, 'ended', 1, 2]);
    await tx.run(run, ['rn_2', 2, 'running', 3, null]);
    await tx.run(run, ['rn_3', 3, 'hook', null, null]);
  });
  expect(await listStartedRuns(storage.read)).toEqual([
    { id: 'rn_2', hasEnded: false },
    { id: 'rn_1', hasEnded: true },
  ]);
});
