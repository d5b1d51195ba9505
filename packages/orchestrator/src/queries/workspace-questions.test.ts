import { openTestStorage } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { runsInWorktrees, tasksWithRuns } from './list-places.ts';
import { listSpans } from './list-spans.ts';
import { usualMinutes } from './read-standing.ts';
import { workInProject } from './work-in-project.ts';

test('of runs at work are told their working trees, their tasks, how long such take, and what a project has under way', async () => {
  using storage = openTestStorage();
  await storage.transact(async (tx) => {
    for (const [id, type] of [
      ['tk_1', 'bug'],
      ['tk_2', 'bug'],
    ]) {
      await tx.run(
        `INSERT INTO tasks (id, title, status, priority, type, dispatch, created_at, updated_at, revision)
         VALUES (?, 'A', 'open', 1, ?, 'manual', 0, 0, 1)`,
        [id ?? '', type ?? ''],
      );
    }
    const run = `INSERT INTO runs (id, task_id, project_id, attempt, role, provider, step, worktree, outcome, created_at, started_at, ended_at)
      VALUES (?, ?, 'pr_1', 1, 'worker', 'script', ?, ?, ?, 0, 0, ?)`;
    await tx.run(run, ['rn_1', 'tk_1', 'ended', '/w/1', 'done', 120_000]);
    await tx.run(run, ['rn_2', 'tk_2', 'running', '/w/2', null, null]);
  });
  const { read } = storage;
  expect(await runsInWorktrees(read)).toEqual([{ runId: 'rn_2', taskId: 'tk_2', step: 'running', worktree: '/w/2' }]);
  expect([...(await tasksWithRuns(read))].sort()).toEqual(['tk_1', 'tk_2']);
  expect([...(await usualMinutes(read))]).toEqual([['pr_1 bug', 2]]);
  expect(await workInProject(read, 'pr_1')).toEqual({ runs: ['rn_2'], merges: [] });
  expect((await listSpans(read, 'tk_1')).map(({ runId }) => runId)).toEqual(['rn_1']);
});
