import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { schemaVersion } from '@cw/storage';
import type { Page, TaskRow } from '@cw/tasks';
import { expect, test } from 'vitest';
import { envelopeIn } from '../harness/run-cw.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { diagnose, problemsIn } from './diagnosis.ts';
import { runSqlite } from './run-sqlite.ts';

type Backup = { readonly path: string; readonly createdAt: string; readonly reason: string; readonly bytes: number };
type Restored = { readonly keptAt: string | null; readonly logId: string; readonly compared: boolean };

const create = (cw: Workspace, ...args: string[]) => cw.ask<Backup>('backup', 'create', ...args);
const restore = (cw: Workspace, path: string) => cw.ask<Restored>('backup', 'restore', path);

async function titles(cw: Workspace, ...args: string[]): Promise<readonly string[]> {
  const { items } = await cw.ask<Page<TaskRow>>('task', 'list', '--all', '--limit', '500', ...args);
  return items.map(({ title }) => title).sort();
}

test('what was put back is what was copied, and what was there is kept', async () => {
  await using cw = await openWorkspace();
  await cw.ask('task', 'create', 'one');
  await cw.set('orchestrator.maxConcurrent', '3');
  const backup = await create(cw);
  expect((await stat(backup.path)).mode & 0o777).toBe(0o600);
  const manifest = JSON.parse(await readFile(`${backup.path}.json`, 'utf8'));
  const sha256 = createHash('sha256')
    .update(await readFile(backup.path))
    .digest('hex');
  expect(manifest).toMatchObject({ format: 'cw-backup-1', schemaVersion, reason: 'asked', home: cw.home, sha256 });

  await cw.ask('task', 'create', 'two');
  await cw.set('orchestrator.maxConcurrent', '7');
  const held = await cw.storage().read.get<{ n: number }>('SELECT count(*) AS n FROM tasks');
  expect(held).toEqual({ n: 2 });
  const before = await cw.storage().logId();
  const done = await restore(cw, backup.path);
  expect(done).toMatchObject({ compared: true, keptAt: expect.stringContaining('/backups/') });
  expect(done.logId).not.toBe(before);
  expect(await titles(cw)).toEqual(['one']);
  expect(await cw.ask('config', 'get', 'orchestrator.maxConcurrent')).toMatchObject({ value: '3' });
  // Who had the database open all the while sees what was put back.
  expect(await cw.storage().read.get('SELECT count(*) AS n FROM tasks')).toEqual({ n: 1 });
  expect(problemsIn(await diagnose(cw))).toEqual([]);
  const { items } = await cw.ask<Page<Backup>>('backup', 'list');
  expect(items.map(({ reason }) => reason)).toEqual(['before-restore', 'asked']);

  await restore(cw, done.keptAt ?? '');
  expect(await titles(cw)).toEqual(['one', 'two']);
});

test('a backup goes into a folder or a file that is named, and never over one', async () => {
  await using cw = await openWorkspace();
  const folder = join(cw.userHome, 'safe');
  await mkdir(folder);
  expect((await create(cw, folder)).path).toMatch(/\/safe\/cw-.*\.db$/);
  const file = join(folder, 'mine.db');
  expect(await create(cw, file)).toMatchObject({ path: file });
  const before = await readFile(file);
  expect(await cw.refusal(['backup', 'create', file])).toMatchObject({ code: 1, error: { code: 'backup.exists' } });
  expect(await readFile(file)).toEqual(before);
  for (const nowhere of [join(folder, 'none/'), join(folder, 'none', 'a.db'), join(file, 'a.db')]) {
    const { error } = await cw.refusal(['backup', 'create', nowhere]);
    expect(error.code).toBe('backup.not-written');
  }
  const none = join(cw.userHome, 'none');
  expect(await cw.refusal(['backup', 'create', '--home', none])).toMatchObject({
    error: { code: 'backup.no-workspace' },
  });
  await expect(stat(none)).rejects.toThrow(/ENOENT/);
});

test('a database that is gone is told of where it is to be copied', async () => {
  await using cw = await openWorkspace();
  const { path } = await create(cw);
  await rm(join(cw.home, 'cw.db'));
  expect(await cw.refusal(['backup', 'create'])).toMatchObject({
    error: { code: 'storage.unreadable', message: expect.stringContaining('it is gone'), next: [{ args: [path] }, {}] },
  });
});

test('a backup that is made while others write is whole: each of its tasks has its event', async () => {
  await using cw = await openWorkspace();
  const writers = [0, 1, 2, 3].map(async (writer) => {
    for (let n = 0; n < 5; n += 1) await cw.ask('task', 'create', `task ${writer}-${n}`, '--label', 'x');
  });
  const backups = [await create(cw), await create(cw), await create(cw)];
  await Promise.all(writers);
  for (const [n, { path }] of backups.entries()) {
    const home = join(cw.userHome, `home-${n}`);
    expect(await cw.ask('backup', 'restore', path, '--home', home)).toMatchObject({ keptAt: null });
    const made = await cw.ask<Page<TaskRow>>('task', 'list', '--all', '--limit', '100', '--home', home);
    const events = runSqlite(join(home, 'cw.db'), "SELECT count(*) AS n FROM events WHERE type = 'task.created'");
    expect(events).toEqual([{ n: made.total }]);
    expect(problemsIn(await diagnose({ runQuick: (args) => cw.runQuick([...args, '--home', home]) }))).toEqual([]);
  }
  expect(await titles(cw)).toHaveLength(20);
});

test('what others write while a backup is put back is in the database or in what was kept, always', async () => {
  await using cw = await openWorkspace();
  await cw.ask('task', 'create', 'one');
  const { path } = await create(cw);
  const kept: string[] = [];
  const made: string[] = [];
  let isOver = false;
  // By processes of their own: one that has the database open must not be the one that puts another in its place.
  const asked = async <T>(...args: string[]) => {
    const envelope = envelopeIn<T>(await cw.run([...args, '--json']));
    if (!envelope.ok) throw new Error(envelope.error.message);
    return envelope.data;
  };
  const writers = [0, 1].map(async (writer) => {
    for (let n = 0; !isOver; n += 1) made.push((await asked<TaskRow>('task', 'create', `late ${writer}-${n}`)).title);
  });
  for (let times = 0; times < 5; times += 1) {
    kept.push((await asked<{ keptAt: string }>('backup', 'restore', path)).keptAt);
  }
  isOver = true;
  await Promise.all(writers);
  const inKept = kept.flatMap((file) => runSqlite(file, 'SELECT title FROM tasks') as { title: string }[]);
  const found = new Set([...(await titles(cw)), ...inKept.map(({ title }) => title)]);
  expect(made.filter((title) => !found.has(title))).toEqual([]);
  expect(made.length).toBeGreaterThan(5);
});

test('what is damaged, foreign, newer or not there is refused, and so is everything while a server runs', async () => {
  await using cw = await openWorkspace();
  await cw.ask('task', 'create', 'one');
  const { path } = await create(cw);
  const copyOf = async (name: string, change: (copy: string) => unknown) => {
    const copy = join(cw.userHome, name);
    await copyFile(path, copy);
    await copyFile(`${path}.json`, `${copy}.json`);
    await change(copy);
    return copy;
  };
  const flipped = await copyOf('flipped.db', async (copy) => {
    const bytes = await readFile(copy);
    bytes[40_000] = (bytes[40_000] ?? 0) ^ 1;
    await writeFile(copy, bytes);
  });
  const cut = await copyOf('cut.db', async (copy) => writeFile(copy, (await readFile(copy)).subarray(0, 30_000)));
  const text = join(cw.userHome, 'text.db');
  await writeFile(text, 'this is no database');
  const foreign = join(cw.userHome, 'foreign.db');
  runSqlite(foreign, 'CREATE TABLE t (n)', 'PRAGMA user_version = 1');
  const newer = join(cw.userHome, 'newer.db');
  await copyFile(path, newer);
  runSqlite(newer, `PRAGMA user_version = ${schemaVersion + 1}`);
  const cases = [
    [flipped, 'backup.damaged'],
    [cut, 'backup.damaged'],
    [text, 'backup.damaged'],
    [foreign, 'backup.foreign'],
    [newer, 'storage.newer'],
    [join(cw.userHome, 'none.db'), 'backup.not-found'],
    [cw.userHome, 'backup.not-found'],
    [join(text, 'inside.db'), 'backup.not-found'],
  ] as const;
  for (const [file, code] of cases) expect((await cw.refusal(['backup', 'restore', file])).error.code).toBe(code);
  const server = await cw.serve();
  expect(await cw.refusal(['backup', 'restore', path])).toMatchObject({ code: 69, error: { code: 'server.running' } });
  await server.stop();
  expect(await titles(cw)).toEqual(['one']);
  expect((await cw.ask<Page<Backup>>('backup', 'list')).total).toBe(1);
});

test('a database that cannot be read is replaced, and its bytes are kept', async () => {
  await using cw = await openWorkspace();
  await cw.ask('task', 'create', 'one');
  const { path } = await create(cw);
  const junk = 'no database any more, '.repeat(500);
  await writeFile(join(cw.home, 'cw.db'), junk);
  const { keptAt } = await restore(cw, path);
  expect(await readFile(keptAt ?? '', 'utf8')).toBe(junk);
  expect(await titles(cw)).toEqual(['one']);
  expect(problemsIn(await diagnose(cw))).toEqual([]);
});

test('a backup of an older schema is brought up to date by the next start', async () => {
  await using cw = await openWorkspace();
  const { path } = await create(cw);
  const old = join(cw.userHome, 'old.db');
  await copyFile(path, old);
  // The sixth version: before limits of one model, the views that rooms publish, and what is given up.
  const before = 6;
  const last = `DELETE FROM migrations WHERE n > ${before}`;
  const views = await cw
    .storage()
    .read.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE name LIKE '%\\_view' ESCAPE '\\'");
  const made = [
    'ALTER TABLE account_rests RENAME TO newer',
    `CREATE TABLE account_rests (provider TEXT NOT NULL, account_id TEXT NOT NULL, cause TEXT NOT NULL, until INTEGER,
       times INTEGER DEFAULT 1 NOT NULL, reason TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (provider, account_id))`,
    'DROP TABLE newer',
    "INSERT INTO account_rests (provider, account_id, cause, reason, since) VALUES ('claude', '', 'limit', 'r', 1)",
  ];
  const unpublished = [
    'DROP TRIGGER tasks_child_ended',
    'DROP INDEX inbox_items_subject',
    ...views.map(({ name }) => `DROP VIEW ${name}`),
  ];
  const undone = [...unpublished, ...made, last, `PRAGMA user_version = ${before}`];
  runSqlite(old, ...undone);
  await restore(cw, old);
  expect((await diagnose(cw)).database.state).toBe('older');
  expect(await titles(cw)).toEqual([]);
  expect(await diagnose(cw)).toMatchObject({ healthy: true, database: { state: 'current' } });
  const reasons = (await cw.ask<Page<Backup>>('backup', 'list')).items.map(({ reason }) => reason);
  expect(reasons).toContain('before-migration');
  const kept = await cw.storage().read.all('SELECT cause, model, times FROM account_rests');
  expect(kept).toEqual([{ cause: 'limit', model: '', times: 1 }]);
});

test('an agent may list backups, and neither make nor put back one', async () => {
  await using cw = await openWorkspace();
  const { path } = await create(cw);
  const env = { ...cw.env, CW_HOME: cw.home, CW_RUN: 'rn_x' };
  expect((await cw.runQuick(['backup', 'list'], { env })).code).toBe(0);
  for (const args of [['create'], ['restore', path]]) {
    expect(await cw.refusal(['backup', ...args], { env })).toMatchObject({ error: { code: 'people.only' } });
  }
});
