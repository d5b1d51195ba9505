import { unwrap } from '@cw/kernel';
import { expect, test } from 'vitest';
import { openTestTasks } from '../testing.ts';
import { explainReady } from './explain-ready.ts';

test('a task whose merge a person holds is told by that, and not by its status', async () => {
  using home = openTestTasks();
  const { id } = await home.build();
  await home.storage.transact(async (tx) => {
    await tx.run("UPDATE tasks SET status = 'in_progress', stage = 'merging', lease_holder = 'rn_1' WHERE id = ?", [
      id,
    ]);
    await tx.run(
      `INSERT INTO merge_requests (id, project_id, task_id, run_id, priority, branch, head_sha, target_branch, state,
         reason, verdict, attempt, created_at)
       VALUES ('mr_1', 'pr_1', ?, 'rn_1', 2, 'b', 'c', 'main', 'held', 'Held by ada: design', 'pending', 1, 0)`,
      [id],
    );
  });
  const explained = async () => unwrap(await explainReady(home.storage.read, {})).items[0]?.reasons ?? [];
  expect(await explained()).toEqual([{ why: 'merge-held', reason: 'Held by ada: design' }]);
  await home.storage.transact((tx) => tx.run("UPDATE merge_requests SET state = 'queued', reason = NULL"));
  expect(await explained()).toMatchObject([{ why: 'status', status: 'in_progress' }]);
});
