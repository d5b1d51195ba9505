import { join } from 'node:path';
import { type Finding, isFault, step } from '@cw/kernel';
import {
  checkEventLog,
  checkIntegrity,
  checkMigrations,
  checkTexts,
  type Inspected,
  inspectDatabase,
  putBackBackup,
  schemaVersion,
  suspendedWriter,
  systemClock,
} from '@cw/storage';
import { migrations } from '../assets.ts';
import { findServer } from '../http/server-file.ts';
import { checkHome } from './check-home.ts';
import { checkPrograms, type Programs } from './check-programs.ts';
import { moduleChecks } from './checks.ts';

export type DatabaseState = 'missing' | 'unreadable' | 'older' | 'newer' | 'current';

export type Report = {
  readonly home: string;
  /** True when nothing is wrong; notices may remain. */
  readonly healthy: boolean;
  readonly database: { readonly path: string; readonly state: DatabaseState; readonly schemaVersion: number | null };
  /** Address of the server that works on it, if any. */
  readonly server: string | null;
  readonly programs: Programs;
  readonly findings: readonly Finding[];
};

/** Looks at a workspace in whatever state it is, and changes nothing: not even files of the database's own are made. */
export async function examine(home: string, env: Readonly<Record<string, string | undefined>>): Promise<Report> {
  const path = join(home, 'cw.db');
  const server = await serverOf(home);
  const now = systemClock.now();
  const inspection = inspectDatabase(path, systemClock);
  const open = inspection.state === 'readable' ? inspection : undefined;
  try {
    const state = open === undefined ? stateOf(inspection.state) : ageOf(open.version);
    const { programs, findings } = await checkPrograms(state === 'current' ? open?.read : undefined, env.PATH ?? '');
    const ofHome = checkHome(home);
    const hasFolder = !ofHome.some(({ check }) => check === 'home.folder');
    const found = [
      ...(inspection.state === 'unreadable' && hasFolder ? [unreadable(path, inspection)] : []),
      ...(open === undefined ? [] : await examineDatabase(open, { home, path, now, served: server !== undefined })),
      ...keptLocked(path),
      ...ofHome,
      ...findings,
    ];
    return {
      home,
      healthy: !found.some(({ level }) => level === 'problem'),
      server: server?.url ?? null,
      database: { path, state, schemaVersion: open?.version ?? null },
      programs,
      findings: found,
    };
  } finally {
    open?.close();
  }
}

/** Where the folder may not be read, nobody tells of a server. */
async function serverOf(home: string): ReturnType<typeof findServer> {
  try {
    return await findServer(home);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

function stateOf(state: 'missing' | 'unreadable' | 'readable'): DatabaseState {
  return state === 'missing' ? 'missing' : 'unreadable';
}

function ageOf(version: number): DatabaseState {
  if (version === schemaVersion) return 'current';
  return version > schemaVersion ? 'newer' : 'older';
}

type Place = { readonly home: string; readonly path: string; readonly now: number; readonly served: boolean };

async function examineDatabase(open: Inspected, { home, path, now, served }: Place): Promise<readonly Finding[]> {
  const { read, version } = open;
  const whole = await guarded(path, async () => {
    const found = await checkIntegrity(read, path);
    return found.length > 0 ? found : checkTexts(open);
  });
  if (whole.length > 0) return whole;
  if (version !== schemaVersion) return [otherVersion(path, version)];
  const scene = { home, read, now, served, searchIndexAgrees: open.searchIndexAgrees };
  const found: Finding[] = [];
  for (const check of [
    () => checkMigrations(read, migrations()),
    () => checkEventLog(read),
    ...moduleChecks.map((one) => () => one(scene)),
  ]) {
    found.push(...(await guarded(path, check)));
  }
  return found;
}

/** A check that the database or git does not let happen is a finding of its own; the others still look. */
async function guarded(path: string, check: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Error && ('code' in error || isFault(error)))) throw error;
    return [
      {
        check: 'doctor',
        level: 'problem',
        thing: path,
        message: `A check could not be run: ${error.message}`,
        hint: 'Fix this and check again. If the database is damaged, restore a backup.',
        next: [step('See the backups', 'backup list')],
      },
    ];
  }
}

function unreadable(path: string, { why, busy }: { readonly why: string; readonly busy: boolean }): Finding {
  return {
    check: 'storage.readable',
    level: 'problem',
    thing: path,
    message: `The database ${path} cannot be read: ${why}.`,
    ...(busy
      ? { hint: 'Find out which program holds it (for example an open sqlite3 shell), let it finish, and check again.' }
      : putBackBackup),
  };
}

function keptLocked(path: string): readonly Finding[] {
  const kept = suspendedWriter(path);
  return kept === undefined ? [] : [{ check: 'storage.lock', level: 'problem', thing: path, ...kept }];
}

function otherVersion(path: string, version: number): Finding {
  const newer = version > schemaVersion;
  return {
    check: 'storage.version',
    level: newer ? 'problem' : 'notice',
    thing: path,
    message: `The database has schema ${version}, and this program knows ${schemaVersion}.`,
    hint: newer
      ? 'Update cw, or use the newer program that is already installed.'
      : 'The next command upgrades it, after a backup; then check again.',
  };
}
