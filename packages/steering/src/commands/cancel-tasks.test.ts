import { integrationWithin } from '@cw/integration';
import { systemAct, unwrap } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { openTestStorage, testAct } from '@cw/storage/testing';
import { createTasksModule } from '@cw/tasks';
import { expect, test } from 'vitest';
import { cancelTasks } from './cancel-tasks.ts';

async function withQueuedMerge() {
  const storage = openTestStorage();
  const tasks = createTasksModule({ storage });
  const { id: taskId } = unwrap(await tasks.commands.create({ title: 'Add b' }, testAct));
  const merge = { projectId: 'pr_1', taskId, runId: 'rn_1', branch: `cw-task/${taskId}`, headSha: 'abc' };
  const queued = await storage.transact((tx) =>
    integrationWithin(tx).enqueue({ ...merge, targetBranch: 'cw/next', priority: 2 }, systemAct('test')),
  );
  const { id: mergeId } = unwrap(queued);
  return { storage, tasks, taskId, mergeId };
}

const stateOf = (db: ReadDb, id: string) =>
  db.get<{ state: string; reason: string }>('SELECT state, told(reason) AS reason FROM merge_requests WHERE id = ?', [
    id,
  ]);

test('cancelling a task withdraws its merge that waits, and says so beforehand', async () => {
  const { storage, tasks, taskId, mergeId } = await withQueuedMerge();
  using _ = storage;
  const cancel = (dryRun: boolean) => storage.transact((tx) => cancelTasks(tx, { task: taskId, dryRun }, testAct));
  expect(unwrap(await cancel(true)).items).toMatchObject([{ id: taskId, withdrawnMerge: mergeId }]);
  expect(await stateOf(storage.read, mergeId)).toMatchObject({ state: 'queued' });
  expect(unwrap(await cancel(false)).items).toMatchObject([{ id: taskId, withdrawnMerge: mergeId }]);
  expect(await stateOf(storage.read, mergeId)).toMatchObject({ state: 'cancelled' });
  expect(await tasks.queries.get(taskId)).toMatchObject({ status: 'closed', outcome: 'cancelled' });
});

test('a task whose merge has begun is not cancelled', async () => {
  const { storage, tasks, taskId, mergeId } = await withQueuedMerge();
  using _ = storage;
  await storage.transact((tx) => tx.run("UPDATE merge_requests SET state = 'checking' WHERE id = ?", [mergeId]));
  const refused = await storage.transact((tx) => cancelTasks(tx, { task: taskId }, testAct));
  expect(refused).toMatchObject({ ok: false, error: { kind: 'steer.merging', taskId } });
  expect(await stateOf(storage.read, mergeId)).toMatchObject({ state: 'checking' });
  expect(await tasks.queries.get(taskId)).toMatchObject({ state: 'verifying' });
});
