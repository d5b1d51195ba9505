import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFault } from '@cw/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkBackup, writeBackup } from './adapters/backup-file.ts';
import { glanceAt, requireWhole } from './adapters/glance.ts';
import { migrationsIn } from './adapters/migrator.ts';
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
  expect(fault).toMatchObject({ code: 'storage.unreadable', hint: expect.stringContaining(older) });
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
  expect(() => glanceAt(path)).toThrow(/is not a database that cw can read/);
  damagePage(1, whole);
  expect(() => glanceAt(path)).toThrow(/is not a database that cw can read/);
});
