import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openTestStorage, repositoryMigrations } from '../testing.ts';
import { checkEventLog, checkIntegrity, checkMigrations } from './check-storage.ts';
import { inspectDatabase } from './inspection.ts';

test('rows that refer to nothing are told of by their table', async () => {
  using storage = openTestStorage();
  const other = new Database(storage.path);
  other.pragma('foreign_keys = OFF');
  other.exec("INSERT INTO task_labels (task_n, label) VALUES (7, 'x'), (8, 'x')");
  other.close();
  expect(await checkIntegrity(storage.read, storage.path)).toMatchObject([
    {
      check: 'storage.references',
      thing: 'task_labels',
      message: '2 rows of task_labels refer to tasks that do not exist.',
    },
  ]);
});

test('a new database passes every check', async () => {
  using storage = openTestStorage();
  const { read } = storage;
  const checks = [checkIntegrity(read, ''), checkMigrations(read, repositoryMigrations), checkEventLog(read)];
  expect((await Promise.all(checks)).flat()).toEqual([]);
});

test('what is written and not yet in the file itself is seen too', async () => {
  using storage = openTestStorage();
  await storage.transact((tx) => tx.run("INSERT INTO meta (key, value) VALUES ('k', 'v')"));
  const found = inspectDatabase(storage.path, { now: () => 0 });
  if (found.state !== 'readable') throw new Error(found.state);
  expect(await found.read.get("SELECT value FROM meta WHERE key = 'k'")).toEqual({ value: 'v' });
  found.close();
});
