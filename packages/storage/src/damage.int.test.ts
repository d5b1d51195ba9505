import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFault } from '@cw/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkBackup, writeBackup } from './adapters/backup-file.ts';
import { glanceAt, requireWhole } from './adapters/glance.ts';
import { migrationsIn } from './adapters/migrator.ts';
import { canBeRead, holdWrites, restoreDatabase } from './adapters/restore-database.ts';
import { openConnection } from './driver.ts';
import { openStorage } from './storage.ts';

const migrations = migrationsIn(fileURLToPath(new URL('../../../drizzle', import.meta.url)));
const pageSize = 4096;
const long = 'A sentence that is long enough to need pages of its own. '.repeat(400);

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cw-damage-'));
  path = join(folder, 'cw.db');
  openStorage({ path, migrations }).close();
  const connection = openConnection(path);
  const add = connection.prepare(
    "INSERT INTO events (type, entity, payload, actor_kind, actor_id, actor_name, at) VALUES ('x', ?, ?, 'user', 'u', 'ada', 1)",
  );
  connection.transaction(() => {
    for (let n = 0; n < 300; n += 1) add.run(`tk_${n}`, JSON.stringify({ n, text: n % 30 === 0 ? long : 'short' }));
  })();
  connection.close();
});

afterEach(() => rmSync(folder, { recursive: true }));

const order = (target: string) =>
  ({ source: path, target, reason: 'asked', program: '1', home: folder, at: 1_700_000_000_000 }) as const;

async function putBack(backup: string): Promise<boolean> {
  const present = await holdWrites(path);
  try {
    return await restoreDatabase({ backup, path, logId: 'lg_new', present });
  } finally {
    present.close();
  }
}

/** Bytes that are no text and no page, the same at each run. */
const garbage = (length: number) => Buffer.from(Array.from({ length }, (_, n) => 128 + ((n * 37) % 127)));

function damagePage(page: number, whole: Buffer): void {
  const bytes = Buffer.from(whole);
  garbage(pageSize).copy(bytes, (page - 1) * pageSize);
  writeFileSync(path, bytes);
}

const refusal = async (action: () => unknown) => {
  try {
    return await action();
  } catch (error) {
    if (isFault(error)) return error;
    throw error;
  }
};

test('whichever page is damaged, what is read is right or refused, and no backup is made that cannot be put back', async () => {
  const events = (read: ReturnType<typeof openStorage>['read']) =>
    read.all<{ seq: number; entity: string; payload: string; actor: string }>(
      'SELECT seq, entity, payload, actor_name AS actor FROM events ORDER BY seq',
    );
  const right = openStorage({ path, migrations });
  const wanted = await events(right.read);
  right.close();
  const good = join(folder, 'backups.db');
  await writeBackup(order(good));
  const whole = readFileSync(path);
  let refused = 0;
  for (let page = 2; page <= whole.length / pageSize; page += 1) {
    damagePage(page, whole);
    const read = await refusal(async () => {
      const storage = openStorage({ path, migrations });
      try {
        return await events(storage.read);
      } finally {
        storage.close();
      }
    });
    if (isFault(read)) expect(read.code, `page ${page}`).toBe('storage.unreadable');
    else expect(read, `page ${page}`).toEqual(wanted);
    const target = join(folder, 'copy.db');
    const made = await refusal(() => writeBackup(order(target)));
    if (isFault(made)) {
      refused += 1;
      expect(made.code, `page ${page}`).toBe('storage.unreadable');
      expect(readdirSync(folder).filter((name) => name.startsWith('copy.db'))).toEqual([]);
    } else {
      await checkBackup(target);
      rmSync(target);
      rmSync(`${target}.json`);
    }
  }
  // Pages that hold nothing may be damaged without harm.
  expect(refused).toBeGreaterThan(whole.length / pageSize / 2);
});

test('the newest backup that is whole is named, and a newer one that is damaged is not', async () => {
  mkdirSync(join(folder, 'backups'));
  const older = join(folder, 'backups/older.db');
  const newer = join(folder, 'backups/newer.db');
  await writeBackup(order(older));
  await writeBackup({ ...order(newer), at: 1_800_000_000_000 });
  const bytes = readFileSync(newer);
  garbage(100).copy(bytes, 5 * pageSize + 2000);
  writeFileSync(newer, bytes);
  writeFileSync(path, 'no database any more');
  const fault = await refusal(() => openStorage({ path, migrations }));
  const [restore] = isFault(fault) ? (fault.next ?? []) : [];
  expect(restore).toMatchObject({ command: 'backup restore', args: [older] });
});

test('a text in which people wrote the sign for unknown characters is read as it is, and can be copied', async () => {
  const storage = openStorage({ path, migrations });
  await storage.transact(async (tx) => {
    await tx.run('UPDATE events SET entity = ? WHERE seq = 1', ['half \ufffd and \ud83d alone']);
  });
  const row = await storage.read.get<{ entity: string }>('SELECT entity FROM events WHERE seq = ?', [1]);
  const named = await storage.read.get<{ entity: string }>('SELECT entity FROM events WHERE seq = :seq', { seq: 1 });
  storage.close();
  for (const each of [row, named]) expect(each?.entity).toMatch(/^half \ufffd and \ufffd+ alone$/);
  await writeBackup(order(join(folder, 'copy.db')));
});

test('a glance at a database sees a damaged schema, header and end, and requires nothing else', () => {
  glanceAt(path);
  requireWhole(path);
  const whole = readFileSync(path);
  truncateSync(path, whole.length - 10 * pageSize);
  expect(() => glanceAt(path)).toThrow(/cannot be used: (the file is damaged|it is not a database)/);
  damagePage(1, whole);
  expect(() => glanceAt(path)).toThrow(/cannot be used: (the file is damaged|it is not a database)/);
});

test('a database of which nothing is left but an empty file is unreadable, and a first start that was killed is begun anew', async () => {
  await writeBackup(order(join(folder, 'good.db')));
  writeFileSync(`${path}-bell`, '.');
  truncateSync(path);
  for (const look of [() => openStorage({ path, migrations }), () => glanceAt(path), () => requireWhole(path)]) {
    expect(await refusal(look)).toMatchObject({
      code: 'storage.unreadable',
      message: expect.stringContaining('it is empty'),
    });
  }
  expect([canBeRead(path), statSync(path).size]).toEqual([false, 0]);
  await putBack(join(folder, 'good.db'));
  openStorage({ path, migrations }).close();
  rmSync(`${path}-bell`);
  truncateSync(path);
  openStorage({ path, migrations }).close();
  expect(statSync(path).size).toBeGreaterThan(0);
});

test('a folder in the place of the database is told of as one, with the newest good backup', async () => {
  const good = join(folder, 'backups', 'good.db');
  mkdirSync(join(folder, 'backups'));
  await writeBackup(order(good));
  const server = openStorage({ path, migrations });
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  mkdirSync(path);
  for (const look of [
    () => openStorage({ path, migrations }),
    () => server.transact((tx) => tx.run('DELETE FROM events')),
  ]) {
    expect(await refusal(look)).toMatchObject({
      code: 'storage.unreadable',
      message: expect.stringContaining('it is a folder'),
      hint: expect.stringMatching(/^Move that folder away first\. /),
      next: expect.arrayContaining([
        expect.objectContaining({ command: 'backup restore', args: [expect.stringMatching(/(good|saved)\.db$/)] }),
      ]),
    });
  }
  server.close();
});

test.each([
  ['a page of the schema', (whole: Buffer) => void garbage(50).copy(whole, 100)],
  ['every page but the first', (whole: Buffer) => void garbage(whole.length - pageSize).copy(whole, pageSize)],
  ['the end', (whole: Buffer) => whole.subarray(0, 3 * pageSize)],
])('where %s is damaged, a backup is put back under who has the database open', async (_what, damage) => {
  const good = join(folder, 'good.db');
  await writeBackup(order(good));
  const open = openStorage({ path, migrations });
  const count = () => open.read.get<{ n: number }>('SELECT count(*) AS n FROM events');
  expect(await count()).toEqual({ n: 300 });
  const whole = readFileSync(path);
  writeFileSync(path, damage(whole) ?? whole);
  await putBack(good);
  expect(await count()).toEqual({ n: 300 });
  const name = "SELECT value FROM meta WHERE key = 'log_id'";
  expect(await open.read.get(name)).toEqual({ value: 'lg_new' });
  await open.transact((tx) => tx.run('DELETE FROM events WHERE seq = 1'));
  open.close();
  const after = openStorage({ path, migrations });
  expect(await after.read.get('SELECT count(*) AS n FROM events')).toEqual({ n: 299 });
  after.close();
  requireWhole(path);
});

test('where the first page is damaged, what who has the database open still writes does not get into what is put back', async () => {
  const good = join(folder, 'good.db');
  await writeBackup(order(good));
  const open = openStorage({ path, migrations });
  const rename = (from: string, to: string) =>
    open.transact((tx) => tx.run('UPDATE events SET entity = ? WHERE entity = ?', [to, from]));
  await rename('tk_1', 'tk_x');
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  damagePage(1, readFileSync(path));
  await putBack(good);
  const after = openStorage({ path, migrations });
  const found = (entity: string) => after.read.get('SELECT entity FROM events WHERE entity = ?', [entity]);
  expect(await found('tk_1')).toEqual({ entity: 'tk_1' });
  await refusal(() => rename('tk_2', 'tk_x'));
  expect([await found('tk_2'), await found('tk_x')]).toEqual([{ entity: 'tk_2' }, undefined]);
  open.close();
  expect(await found('tk_2')).toEqual({ entity: 'tk_2' });
  after.close();
  requireWhole(path);
});

test('what somebody writes after the database was kept, and before it is replaced, is not lost: nothing is replaced', async () => {
  const good = join(folder, 'good.db');
  await writeBackup(order(good));
  const writer = openStorage({ path, migrations, patience: 50 });
  const write = () => writer.transact((tx) => tx.run("UPDATE events SET entity = 'tk_late' WHERE entity = 'tk_1'"));
  const present = await holdWrites(path);
  await expect(write()).rejects.toMatchObject({ code: 'storage.busy' });
  expect(present.isSame()).toBe(true);
  const late = { ...present, letGo: () => present.letGo() };
  let wrote: Promise<unknown> | undefined;
  late.letGo = () => {
    present.letGo();
    wrote = write();
  };
  expect(await restoreDatabase({ backup: good, path, logId: 'lg_new', present: late })).toBe(false);
  await wrote;
  present.close();
  expect(await writer.read.get("SELECT count(*) AS n FROM events WHERE entity = 'tk_late'")).toEqual({ n: 1 });
  expect(await putBack(good)).toBe(true);
  expect(await writer.read.get("SELECT count(*) AS n FROM events WHERE entity = 'tk_late'")).toEqual({ n: 0 });
  writer.close();
});

test('a database that is gone is not made anew where a workspace was, and is where none was', async () => {
  await writeBackup(order(join(folder, 'good.db')));
  for (const left of ['cw.db-bell', 'backups/good.db', 'projects/pr_a/x', 'secret']) {
    const home = join(folder, `home-${left.split('/')[0]}`);
    mkdirSync(home);
    const database = join(home, 'cw.db');
    openStorage({ path: database, migrations }).close();
    rmSync(database);
    mkdirSync(join(home, left, '..'), { recursive: true });
    writeFileSync(join(home, left), 'x');
    const open = async () => openStorage({ path: database, migrations }).close();
    expect(await refusal(open)).toMatchObject({
      code: 'storage.unreadable',
      message: expect.stringContaining('it is gone, although it existed before'),
    });
    expect(readdirSync(home)).not.toContain('cw.db');
    rmSync(join(home, left.split('/')[0] ?? ''), { recursive: true });
    await open();
    expect(readdirSync(home)).toContain('cw.db');
  }
});
