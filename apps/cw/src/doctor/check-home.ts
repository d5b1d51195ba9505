import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, systemCode } from '@cw/kernel';
import type { Repair } from '@cw/storage';

const scarce = 1_000_000_000;
const tooLittle = 100_000_000;

/** Whether the workspace's folder belongs to its user alone and has room. Works without a database. */
export function checkHome(home: string): readonly Finding[] {
  if (!existsSync(home)) return [];
  if (!mayRead(home)) return [closed(home)];
  return [
    ...checkFolder(home),
    ...openFiles(home).map(tooOpen),
    ...checkRoom(home),
    ...checkWritable(home),
    ...checkDrafts(home),
  ];
}

/** Gives back to the user alone what others may read. */
export const homeRepairs: readonly Repair[] = [
  {
    name: 'home.permissions',
    about: 'let only you read the database, its backups and the secrets (mode 0600)',
    run: async ({ home }) => {
      const open = openFiles(home);
      for (const path of open) await chmod(path, 0o600);
      return open.length;
    },
  },
];

function mayRead(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

function closed(home: string): Finding {
  return {
    ...{ check: 'home.permissions', level: 'problem', thing: home },
    message: `This user may not look into ${home}.`,
    hint: 'Run cw as the user whose workspace it is, or name another workspace with --home.',
  };
}

function checkFolder(home: string): readonly Finding[] {
  const { mode } = statSync(home);
  if ((mode & 0o022) === 0) return [];
  return [
    {
      ...{ check: 'home.permissions', level: 'problem', thing: home },
      message: `Other users may write into ${home} (mode ${(mode & 0o777).toString(8)}).`,
      hint: `Keep them out: chmod 700 ${home}`,
    },
  ];
}

/** Files with secrets or with all of the work in them that more than their owner may read. */
function openFiles(home: string): readonly string[] {
  const named = ['cw.db', 'cw.db-wal', 'cw.db-shm', 'secret', 'server.json'].map((name) => join(home, name));
  const within = (folder: string, fits: (name: string) => boolean) =>
    namesIn(join(home, folder))
      .filter(fits)
      .map((name) => join(home, folder, name));
  const every = [
    ...named,
    ...within('.', (name) => name.startsWith('cw.db.before-')),
    ...within('accounts', (name) => name.endsWith('.json')),
    ...within('backups', () => true),
  ];
  return every.filter((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() && (stat.mode & 0o077) !== 0;
  });
}

function tooOpen(path: string): Finding {
  return {
    ...{ check: 'home.permissions', level: 'problem', thing: path, repair: 'home.permissions' },
    message: `Other users may read ${path} (mode ${(statSync(path).mode & 0o777).toString(8)}).`,
    hint: `Keep them out: chmod 600 ${path}`,
  };
}

function checkRoom(home: string): readonly Finding[] {
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  if (free >= scarce) return [];
  return [
    {
      ...{ check: 'home.space', level: free < tooLittle ? 'problem' : 'notice', thing: home },
      message: `The disk that holds ${home} has ${Math.floor(free / 1_000_000)} MB left.`,
      hint: 'Make room before agents fill it: what cannot be written is refused, nothing is lost.',
    },
  ];
}

function checkWritable(home: string): readonly Finding[] {
  try {
    accessSync(home, constants.W_OK);
    return [];
  } catch (error) {
    if (systemCode(error) !== 'EROFS') return [];
    return [
      {
        ...{ check: 'home.read-only', level: 'problem', thing: home },
        message: `The file system that holds ${home} is read-only: what is there can be read, and nothing can be changed.`,
        hint: 'Mount it for writing; a disk with errors is mounted so by the system, whose log says more.',
      },
    ];
  }
}

function checkDrafts(home: string): readonly Finding[] {
  return [home, join(home, 'backups')]
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
    .filter((path) => /\.(restoring-\d+|\d+\.part)$/.test(path))
    .map((path) => ({
      ...{ check: 'home.drafts', level: 'notice', thing: path },
      message: `${path} was left by a backup or a restore that was cut short; nothing uses it.`,
      hint: 'It only takes up room.',
    }));
}

function namesIn(folder: string): readonly string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}
