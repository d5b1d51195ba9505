import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { openTestTasks, testHolder } from '../testing.ts';

test('the search index follows every text of a task and every comment', async () => {
  using home = openTestTasks();
  const { commands } = home.tasks;
  const task = await home.build({ title: 'Größe ändern', description: 'first words', design: 'a sketch' });
  const found = async (table: string, words: string) =>
    (await home.storage.read.all<{ n: number }>(`SELECT rowid AS n FROM ${table} WHERE ${table} MATCH ?`, [words]))
      .length;
  expect(await found('task_search', 'grosse OR große OR größe')).toBe(1);
  expect(await found('task_search', 'sketch first')).toBe(1);
  const update = { task: task.id, title: 'Other', description: 'second', design: '', holder: testHolder };
  unwrap(await commands.update(update, testAct));
  expect(await found('task_search', 'größe OR first OR sketch')).toBe(0);
  expect(await found('task_search', 'title: other AND description: second')).toBe(1);
  unwrap(await commands.comment({ task: task.id, text: 'a remark on it' }, testAct));
  expect(await found('comment_search', 'remark')).toBe(1);
  const check = "INSERT INTO task_search (task_search, rank) VALUES ('integrity-check', 1)";
  await home.inTx((tx) => tx.run(check));
  await home.inTx((tx) => tx.run(check.replaceAll('task_search', 'comment_search')));
});
