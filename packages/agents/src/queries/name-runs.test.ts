import { openTestStorage } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { nameRuns } from './name-runs.ts';

test('a run is called by the name of its agent, or by its role; what is no run is left out', async () => {
  using storage = openTestStorage();
  await storage.transact(async (tx) => {
    await tx.run(
      `INSERT INTO agents (id, name, role, provider, capabilities, kind, registered_at, registered_by)
       VALUES ('ag_1', 'worker-07', 'worker', 'claude', '[]', 'own', 0, 'tess')`,
    );
    const run = `INSERT INTO runs (id, task_id, project_id, attempt, role, provider, step, created_at, ended_at, agent_id)
      VALUES (?, 'tk_1', 'pr_1', ?, ?, 'script', 'ended', 0, 1, ?)`;
    await tx.run(run, ['rn_1', 1, 'worker', 'ag_1']);
    await tx.run(run, ['rn_2', 2, 'verifier', null]);
  });
  expect(await nameRuns(storage.read, ['rn_1', 'rn_2', 'rn_3'])).toEqual([
    { id: 'rn_1', name: 'worker-07', role: 'worker' },
    { id: 'rn_2', name: 'verifier', role: 'verifier' },
  ]);
});
