import { openTestStorage } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { bareProjectName, projectName } from './project-name.ts';
import { assigneeWords, labelWords, projectWords, taskWords } from './typed-words.ts';

test('what a shell completes begins with what was typed, with words that tell one from another', async () => {
  using storage = openTestStorage();
  await storage.transact(async (tx) => {
    await tx.run(
      `INSERT INTO tasks (id, title, status, priority, type, dispatch, assignee, external_id, created_at, updated_at, revision)
       VALUES ('tk_abc', 'Mend it', 'open', 1, 'bug', 'manual', 'ada', 'bd-7', 0, 0, 1)`,
    );
    await tx.run("INSERT INTO task_labels (task_n, label) SELECT n, 'auth' FROM tasks");
  });
  const { read } = storage;
  const limit = 10;
  expect(await taskWords(read, { start: 'a', among: 'all', limit })).toMatchObject([{ word: 'abc' }]);
  expect(await taskWords(read, { start: 'bd-', among: 'all', limit })).toMatchObject([{ word: 'bd-7' }]);
  expect(await labelWords(read, 'au')).toEqual([{ word: 'auth', description: '1 task' }]);
  expect(await assigneeWords(read, '')).toEqual([{ word: 'ada', description: '1 task' }]);
  expect(await projectWords(read, 'x')).toEqual([]);
  expect([await bareProjectName(read, 'pr_1'), await projectName(read, 'pr_1')]).toEqual([undefined, 'pr_1']);
});
