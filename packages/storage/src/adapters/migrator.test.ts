import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { schemaVersion } from '../schema-version.ts';
import { repositoryMigrations } from '../testing.ts';
import { migrate } from './migrator.ts';

const base = 'CREATE TABLE migrations (n INTEGER PRIMARY KEY, name TEXT, hash TEXT, applied_at INTEGER)';

test('the program knows as many migrations as the folder holds', () => {
  expect(repositoryMigrations()).toHaveLength(schemaVersion);
});

test('a failing migration leaves the database at the one before', () => {
  const database = new Database(':memory:');
  const migrations = [
    { name: 'base', sql: base },
    { name: 'broken', sql: 'CREATE TABLE half (a);\n--> statement-breakpoint\nCREATE TABLE half (a);' },
  ];
  migrate(database, migrations.slice(0, 1));
  expect(() => migrate(database, migrations)).toThrow(/broken/);
  expect(database.pragma('user_version', { simple: true })).toBe(1);
  expect(database.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'half'").get()).toEqual({ n: 0 });
});

test('a new database is made in one piece or not at all', () => {
  const database = new Database(':memory:');
  const migrations = [
    { name: 'base', sql: base },
    { name: 'broken', sql: 'CREATE TABLE' },
  ];
  expect(() => migrate(database, migrations)).toThrow(/version 2 \(broken\)/);
  expect(database.pragma('user_version', { simple: true })).toBe(0);
  expect(database.prepare('SELECT count(*) AS n FROM sqlite_master').get()).toEqual({ n: 0 });
});

test('rebuilding a table does not delete what refers to it', () => {
  const database = new Database(':memory:');
  const migrations = [
    {
      name: 'base',
      sql: `${base}; CREATE TABLE p (n INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p(n) ON DELETE CASCADE);`,
    },
    {
      name: 'rebuild',
      sql: 'CREATE TABLE q (n INTEGER PRIMARY KEY, x); INSERT INTO q (n) SELECT n FROM p; DROP TABLE p; ALTER TABLE q RENAME TO p;',
    },
  ];
  migrate(database, migrations.slice(0, 1));
  database.exec('INSERT INTO p VALUES (1); INSERT INTO c VALUES (1);');
  migrate(database, migrations);
  expect(database.prepare('SELECT count(*) AS n FROM c').get()).toEqual({ n: 1 });
});

test('running again changes nothing', () => {
  const database = new Database(':memory:');
  expect(migrate(database, repositoryMigrations())).toBe(schemaVersion);
  expect(migrate(database, repositoryMigrations())).toBe(0);
});

test('what completes a migration is there together with it, or neither is', () => {
  const database = new Database(':memory:');
  const migrations = [{ name: 'base', sql: `${base}; CREATE TABLE named (name TEXT UNIQUE);` }];
  const complete = (made: typeof database) => {
    made.prepare("INSERT OR IGNORE INTO named VALUES ('a')").run();
    throw new Error('killed');
  };
  expect(() => migrate(database, migrations, { complete })).toThrow(/killed/);
  expect(database.pragma('user_version', { simple: true })).toBe(0);
  expect(database.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'named'").get()).toEqual({ n: 0 });
});
