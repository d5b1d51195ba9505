import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { anyEvent, openTestStorage, repositoryMigrations, testAct } from '../testing.ts';
import { checkEventLog, checkIntegrity, checkMigrations, checkTexts } from './check-storage.ts';
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

test('an event that is missing is told of by its place', async () => {
  using storage = openTestStorage();
  const event = { type: 'x.happened', entity: 'x_1', payload: {} };
  for (let count = 0; count < 3; count += 1) await storage.transact((tx) => anyEvent.append(tx, event, testAct));
  const other = new Database(storage.path);
  other.exec('DELETE FROM events WHERE seq = 2');
  other.close();
  expect(await checkEventLog(storage.read)).toMatchObject([{ check: 'storage.events', thing: 'position 2' }]);
});

test('what is written and not yet in the file itself is seen too', async () => {
  using storage = openTestStorage();
  await storage.transact((tx) => tx.run("INSERT INTO meta (key, value) VALUES ('k', 'v')"));
  const found = inspectDatabase(storage.path, { now: () => 0 });
  if (found.state !== 'readable') throw new Error(found.state);
  expect(await found.read.get("SELECT value FROM meta WHERE key = 'k'")).toEqual({ value: 'v' });
  found.close();
});

test('a text that is not UTF-8 is told of by table, column and row, with or without a number of its own', async () => {
  using storage = openTestStorage();
  const other = new Database(storage.path);
  other.exec("INSERT INTO meta (key, value) VALUES ('good', 'half a \ufffd'), ('bad', CAST(x'666f80' AS TEXT))");
  other.exec(
    'CREATE TABLE numbered (words TEXT); CREATE TABLE keyed (a TEXT, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID',
  );
  other.exec("INSERT INTO numbered VALUES ('x'), (CAST(x'c3' AS TEXT)), (x'c3')");
  other.exec("INSERT INTO keyed VALUES ('x', 1), (CAST(x'ff' AS TEXT), 2)");
  const pair = other.prepare('INSERT INTO numbered VALUES (?)');
  pair.run('half \ud83d alone');
  other.close();
  const found = inspectDatabase(storage.path, { now: () => 0 });
  if (found.state !== 'readable') throw new Error(found.state);
  const texts = checkTexts(found).toSorted((one, other) => one.thing.localeCompare(other.thing));
  expect(texts).toMatchObject([
    { thing: 'keyed a \ufffd, b 2' },
    {
      check: 'storage.texts',
      thing: expect.stringMatching(/^meta rowid /),
      next: expect.arrayContaining([expect.objectContaining({ command: 'backup restore' })]),
    },
    { thing: 'numbered rowid 2', message: expect.stringContaining('numbered.words (rowid 2) is not UTF-8') },
  ]);
  expect(found.wrongTexts(1)).toHaveLength(1);
  found.close();
});
