import { openTestStorage } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { runWords } from './run-words.ts';

test('runs are offered with the tasks that mean their newest one, all or those that work or have ended', async () => {
  using storage = openTestStorage();
  await storage.transact(async (tx) => {
    const task = `INSERT INTO tasks (id, title, status, priority, type, dispatch, created_at, updated_at, revision)
      VALUES (?, 'Greet', 'open', 2, 'task', 'manual', 0, 0, 1)`;
    for (const id of ['tk_1', 'tk_2']) await tx.run(task, [id]);
    const run = `INSERT INTO runs (id, task_id, project_id, attempt, role, provider, step, created_at, ended_at)
      VALUES (?, ?, 'pr_1', ?, 'worker', 'script', 'ended', 0, ?)`;
    await tx.run(run, ['rn_1', 'tk_1', 1, 1]);
    await tx.run(run, ['rn_3', 'tk_2', 1, 2]);
    await tx.run(run, ['rn_2', 'tk_1', 2, null]);
  });
  const words = async (start: string, among?: 'open' | 'closed') =>
    (await runWords(storage.read, start, among)).map(({ word }) => word);
  expect(await words('')).toEqual(['rn_2', 'rn_3', 'rn_1', 'tk_1', 'tk_2']);
  expect(await words('', 'open')).toEqual(['rn_2', 'tk_1']);
  expect(await words('', 'closed')).toEqual(['rn_3', 'rn_1', 'tk_2']);
  expect(await words('tk_')).toEqual(['tk_1', 'tk_2']);
  expect(await words('2')).toEqual(['2', '2']);
});
