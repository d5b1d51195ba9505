import { accessSync, constants, existsSync, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '@cw/kernel';
import { freeBytes } from '@cw/storage';
import { leadsNowhere } from '../cli/home.ts';
import { sayRoom, whyNotWritable } from '../health/disk-state.ts';

/** Whether the workspace's folder belongs to its user alone and has room. Works without a database. */
export function checkHome(home: string): readonly Finding[] {
  if (!existsSync(home)) return leadsNowhere(home) ? [nowhere(home)] : [];
  if (!statSync(home).isDirectory()) return [file(home)];
  if (!mayRead(home)) return [closed(home)];
  return [...checkFolder(home), ...openEntries(home).map(tooOpen), ...checkDisk(home), ...checkDrafts(home)];
}

/** A repair of files, which opens no database. */
export type HomeRepair = {
  readonly name: string;
  readonly about: string;
  /** Answers how many things were changed. */
  readonly run: (home: string) => Promise<number>;
};

/** Gives back to the user alone what others may reach, the folder first: until then others may put anything into it. */
export const homeRepairs: readonly HomeRepair[] = [
  {
    name: 'home.permissions',
    about: 'make the workspace files accessible to you only (files 0600, folders 0700)',
    run: async (home) => {
      const folder = isOpenToWrite(home) ? [home] : [];
      for (const path of folder) await chmod(path, closedMode(path));
      const open = openEntries(home);
      for (const path of open) await chmod(path, closedMode(path));
      return folder.length + open.length;
    },
  },
];

const elsewhere = 'choose another folder with --home or CW_HOME';

function nowhere(home: string): Finding {
  return {
    check: 'home.folder',
    level: 'problem',
    thing: home,
    message: `${home} is a broken link: ${readlinkSync(home)} does not exist.`,
    hint: `Restore its target (a disk that is not mounted, for example), or ${elsewhere}.`,
  };
}

function file(home: string): Finding {
  return {
    check: 'home.folder',
    level: 'problem',
    thing: home,
    message: `${home} is a file, but a workspace must be a folder.`,
    hint: `Move the file away to create the workspace there, or ${elsewhere}.`,
  };
}

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
    check: 'home.permissions',
    level: 'problem',
    thing: home,
    message: `You have no permission to read ${home}.`,
    hint: 'Run cw as the owner of the workspace, or choose another workspace with --home.',
  };
}

function isOpenToWrite(home: string): boolean {
  return (statSync(home).mode & 0o022) !== 0;
}

function checkFolder(home: string): readonly Finding[] {
  if (!isOpenToWrite(home)) return [];
  return [
    {
      check: 'home.permissions',
      level: 'problem',
      thing: home,
      repair: 'home.permissions',
      message: `Other users can write to ${home} (mode ${(statSync(home).mode & 0o777).toString(8)}).`,
      hint: `Remove their access: chmod 700 ${home}`,
    },
  ];
}

/** What cw makes right below a home. A folder that is closed closes all that is in it, whatever the modes there. */
const ours =
  /^(accounts|agent-logs|backups|check-logs|crashes|demo|projects|worktrees|cw\.db.*|dispatcher\.lock\.db.*|sandbox\..*|server\..*|watchdog\..*|secret|inbox-webhook\.key)$/;

/** Files and folders of cw that others may reach, and those with all of the work or with secrets in them by themselves. */
function openEntries(home: string): readonly string[] {
  const within = (folder: string) => namesIn(join(home, folder)).map((name) => join(home, folder, name));
  const top = namesIn(home).filter((name) => ours.test(name));
  const every = [...top.map((name) => join(home, name)), ...within('accounts'), ...within('backups')];
  return every.filter((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat !== undefined && (stat.isFile() || stat.isDirectory()) && (stat.mode & 0o077) !== 0;
  });
}

/** The mode of something of cw that is for its user alone. */
function closedMode(path: string): number {
  return statSync(path).isDirectory() ? 0o700 : 0o600;
}

function tooOpen(path: string): Finding {
  const closed = closedMode(path);
  const may = closed === 0o700 ? 'list' : 'read';
  return {
    check: 'home.permissions',
    level: 'problem',
    thing: path,
    repair: 'home.permissions',
    message: `Other users can ${may} ${path} (mode ${(statSync(path).mode & 0o777).toString(8)}).`,
    hint: `Remove their access: chmod ${closed.toString(8)} ${path}`,
  };
}

/** That it cannot be written to; where it can, that there is little room. */
function checkDisk(home: string): readonly Finding[] {
  const refusal = whyNotWritable(home);
  if (refusal !== null) return [{ check: 'home.writable', level: 'problem', thing: home, ...refusal }];
  const room = sayRoom(home, freeBytes(home));
  return room === undefined ? [] : [{ check: 'home.space', thing: home, ...room }];
}

function checkDrafts(home: string): readonly Finding[] {
  return [home, join(home, 'backups')]
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
    .filter((path) => /\.(restoring-\d+|\d+\.part)$/.test(path))
    .map((path) => ({
      check: 'home.drafts',
      level: 'notice',
      thing: path,
      message: `${path} was left by an interrupted backup or restore; nothing uses it.`,
      hint: 'It only takes up room.',
    }));
}

function namesIn(folder: string): readonly string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}
