import { resolve } from 'node:path';
import { age, type CliRun, plainText, textTable } from '@cw/entry';
import { ok } from '@cw/kernel';
import { systemClock } from '@cw/storage';
import { type BackupRow, findBackup, listBackups, makeBackup } from '../backup/backups.ts';
import { restoreBackup } from '../backup/restore.ts';

/** `cw backup create`: a copy of the database, into a file or a folder. */
export const backupCreate: CliRun = async (input, { workspace, cwd }) => {
  const named = input.optionalArgument('path');
  const to = named === undefined ? undefined : `${resolve(cwd, named)}${named.endsWith('/') ? '/' : ''}`;
  const made = await makeBackup({ home: workspace.home, at: systemClock.now(), reason: 'asked', to });
  return ok({
    data: made,
    ids: [made.path],
    text: (style) =>
      `Backup at ${style.bold(plainText(made.path))} (${size(made)})\n${style.dim('It contains the database with all settings, but not the clones, worktrees, logs and secrets.')}`,
  });
};

/** `cw backup list`: the backups that lie in the workspace. */
export const backupList: CliRun = async (_input, { workspace, width }) => {
  const items = listBackups(workspace.home);
  const now = systemClock.now();
  return ok({
    data: { items, total: items.length, nextCursor: null },
    ids: items.map(({ path }) => path),
    text: (style) =>
      items.length === 0
        ? 'No backups yet. Create one with cw backup create.'
        : textTable(
            [
              { title: 'MADE', value: (row) => age(Date.parse(row.createdAt), now) },
              { title: 'WHY', value: (row) => row.reason },
              { title: 'SIZE', value: size, align: 'right' },
              { title: 'FILE', value: (row) => row.path },
            ],
            items,
            { width, head: style.dim },
          ),
  });
};

/** `cw backup restore`: puts a backup in the place of the database. */
export const backupRestore: CliRun = async (input, { workspace, cwd }) => {
  const { home, ids, clock } = workspace;
  const backup = findBackup(home, input.argument('backup'), cwd);
  const done = await restoreBackup({ home, ids, clock }, backup);
  return ok({
    data: done,
    ids: done.keptAt === null ? [] : [done.keptAt],
    text: (style) =>
      [
        `${style.bold(plainText(done.restored))} is now the database of ${plainText(home)}.`,
        ...(done.keptAt === null ? [] : [`The previous database is kept at ${style.bold(plainText(done.keptAt))}.`]),
        style.dim('Clones, worktrees and logs were not changed; cw doctor shows what no longer matches.'),
      ].join('\n'),
  });
};

function size({ bytes }: Pick<BackupRow, 'bytes'>): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
