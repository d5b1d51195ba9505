import { openTestStorage } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { mergeWords } from './merge-words.ts';

test('merge requests are offered with their tasks, all or those that something can be done about', async () => {
  using storage = openTestStorage();
  await storage.transact(async (tx) => {
    for (const state of ['queued', 'held', 'checking', 'merged', 'failed']) {
      await tx.run(
        `INSERT INTO tasks (id, title, status, priority, type, dispatch, created_at, updated_at, revision)
         VALUES ('tk_' || ?, 'Greet', 'open', 2, 'task', 'manual', 0, 0, 1)`,
        [state],
      );
      await tx.run(
        `INSERT INTO merge_requests (id, project_id, task_id, run_id, priority, branch, head_sha, target_branch, state,
           verdict, attempt, created_at) VALUES ('mr_' || ?, 'pr_1', 'tk_' || ?, 'rn_1', 2, 'b', 'c', 'main', ?, 'pending', 1, 0)`,
        [state, state, state],
      );
    }
  });
  const words = async (start: string, among?: 'open' | 'closed' | 'held') =>
    (await mergeWords(storage.read, start, among)).map(({ word }) => word);
  expect(await words('')).toHaveLength(10);
  expect(await words('', 'open')).toEqual(['mr_held', 'mr_queued', 'tk_held', 'tk_queued']);
  expect(await words('', 'held')).toEqual(['mr_held', 'tk_held']);
  expect(await words('', 'closed')).toEqual(['mr_failed', 'tk_failed']);
  expect(await words('tk_q', 'open')).toEqual(['tk_queued']);
});
