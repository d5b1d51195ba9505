import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { diagnose } from './diagnosis.ts';
import { runSqlite } from './run-sqlite.ts';

const pageSize = 4096;
const long = 'wordwordword '.repeat(2_000);

/** Bytes that are neither text nor a page. */
const garbage = Buffer.from(Array.from({ length: 1_000 }, (_, n) => 128 + ((n * 37) % 127)));

/** Writes garbage into the middle of the page in the middle of a long description. SQLite alone sees nothing of it. */
async function damageText(cw: Workspace): Promise<void> {
  const path = join(cw.home, 'cw.db');
  runSqlite(path, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const bytes = await readFile(path);
  const pages = Array.from({ length: bytes.length / pageSize }, (_, index) => index).filter((index) =>
    bytes.subarray(index * pageSize + 1_500, index * pageSize + 2_500).includes('wordwordword wordwordword'),
  );
  await overwrite(path, (pages[Math.floor(pages.length / 2)] ?? 0) * pageSize + 1_500);
}

/** Writes garbage over the first page of a table. */
async function damageTable(cw: Workspace, table: string): Promise<void> {
  const path = join(cw.home, 'cw.db');
  runSqlite(path, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const [{ page } = { page: 0 }] = runSqlite(
    path,
    `SELECT rootpage AS page FROM sqlite_schema WHERE name = '${table}'`,
  ) as {
    page: number;
  }[];
  await overwrite(path, (page - 1) * pageSize);
}

async function overwrite(path: string, at: number): Promise<void> {
  expect(at).toBeGreaterThan(0);
  const file = await open(path, 'r+');
  await file.write(garbage, 0, garbage.length, at);
  await file.close();
}

async function prepared(cw: Workspace): Promise<{ readonly backup: string; readonly task: string }> {
  const { id } = await cw.ask<{ id: string }>('task', 'create', 'one', '--description', long);
  const { path } = await cw.ask<{ path: string }>('backup', 'create');
  return { backup: path, task: id };
}

/** Everything that would carry damage away, or show it. */
const doors = (task: string, cw: Workspace) =>
  [
    ['task', 'show', task],
    ['task', 'export', join(cw.userHome, 'out.jsonl')],
    ['task', 'export', '--format', 'csv', join(cw.userHome, 'out.csv')],
    ['task', 'export', '--format', 'json', '-'],
    ['backup', 'create'],
    ['backup', 'create', join(cw.userHome, 'out.db')],
  ] as const;

test.each([
  ['a long text', damageText],
  ['the table of descriptions', (cw: Workspace) => damageTable(cw, 'task_bodies')],
])(
  'where %s is damaged, nothing wrong is shown or copied, and the newest good backup is named and put back',
  async (_what, damage) => {
    await using cw = await openWorkspace();
    const { backup, task } = await prepared(cw);
    await damage(cw);
    const before = await readdir(join(cw.home, 'backups'));
    for (const args of doors(task, cw)) {
      const { code, error } = await cw.refusal(args);
      expect([code, error.code, error.hint], args.join(' ')).toEqual([
        69,
        'storage.unreadable',
        expect.stringContaining(backup),
      ]);
    }
    expect(await readdir(join(cw.home, 'backups'))).toEqual(before);
    expect((await readdir(cw.userHome)).filter((name) => name.includes('out.'))).toEqual([]);
    await expect(stat(join(cw.home, 'crashes'))).rejects.toThrow(/ENOENT/);
    expect((await diagnose(cw)).healthy).toBe(false);
    await cw.ask('backup', 'restore', backup);
    expect(await cw.ask('task', 'show', task)).toMatchObject({ description: long });
  },
);

test('a server does not start on a database of which a table begins with a damaged page', async () => {
  await using cw = await openWorkspace();
  const { backup } = await prepared(cw);
  await damageTable(cw, 'task_bodies');
  await expect(cw.serve()).rejects.toThrow(backup);
});
