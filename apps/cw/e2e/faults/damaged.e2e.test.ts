import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { damageTable, damageText } from './damage.ts';
import { diagnose, problemsIn } from './diagnosis.ts';

const long = 'wordwordword '.repeat(2_000);

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
  ['a long text', (cw: Workspace) => damageText(cw, 'wordwordword wordwordword'), 'storage.texts'],
  ['the table of descriptions', (cw: Workspace) => damageTable(cw, 'task_bodies'), 'storage.integrity'],
])(
  'where %s is damaged, nothing wrong is shown or copied, and the newest good backup is named and put back',
  async (_what, damage, check) => {
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
    expect(problemsIn(await diagnose(cw))).toEqual([check]);
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
