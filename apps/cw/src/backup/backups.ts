import { existsSync, rmSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { Fault, type Instant, type IsoTime, step, systemCode, systemReason, toIso } from '@cw/kernel';
import {
  type BackupManifest,
  backupsBeside,
  lostDatabase,
  makeFolder,
  readManifest,
  unreadableDatabase,
  writeBackup,
} from '@cw/storage';
import { version } from '../version.ts';

export type BackupRow = {
  readonly path: string;
  readonly createdAt: IsoTime;
  /** `asked`, `before-repair`, `before-restore`, `before-migration`; `unknown` where no manifest tells. */
  readonly reason: string;
  readonly schemaVersion: number | null;
  readonly bytes: number;
};

export function databasePath(home: string): string {
  return join(home, 'cw.db');
}

/** Where backups go when nobody says where. */
export function backupFolder(home: string): string {
  return join(home, 'backups');
}

/** A name that sorts by time and that no other backup of this millisecond's process has. */
export function backupName(at: Instant): string {
  return `cw-${toIso(at).replace(/[:.]/g, '-')}.db`;
}

export type NewBackup = {
  readonly home: string;
  readonly at: Instant;
  readonly reason: 'asked' | 'before-repair' | 'before-restore';
  /** A file that does not exist, or a folder that does. @defaultValue the workspace's own folder for backups */
  readonly to?: string | undefined;
};

/**
 * Copies the workspace's database as it is now.
 * @throws Fault `backup.no-workspace`, `backup.exists`, `backup.not-written`, `storage.unreadable`, `storage.copy-damaged`
 */
export async function makeBackup({ home, at, reason, to }: NewBackup): Promise<BackupRow> {
  const source = databasePath(home);
  const lost = lostDatabase(source);
  if (lost !== undefined) throw unreadableDatabase(source, lost);
  if (!existsSync(source)) {
    throw new Fault({
      code: 'backup.no-workspace',
      message: `There is no workspace at ${home}, so there is nothing to back up.`,
      hint: 'Choose another with --home or CW_HOME.',
    });
  }
  if (to === undefined) makeBackupFolder(backupFolder(home));
  const target = placeFor(to ?? backupFolder(home), at);
  const manifest = await writeBackup({ source, target, at, reason, program: version, home });
  return rowOf(target, manifest);
}

/** @throws Fault `backup.not-written` */
export function makeBackupFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    throw new Fault({
      code: 'backup.not-written',
      message: `The folder ${path} cannot be created: ${systemReason(code) ?? code}.`,
      next: [step('Choose another place', 'backup create', '<file or folder>')],
      kind: 'unavailable',
      cause: error,
    });
  }
}

function placeFor(to: string, at: Instant): string {
  const isFolder = existsSync(to) ? statSync(to).isDirectory() : to.endsWith('/');
  return isFolder ? join(to, backupName(at)) : to;
}

/** What was copied of this workspace and lies in it, the newest first; also what migrations copied. */
export function listBackups(home: string): readonly BackupRow[] {
  return backupsBeside(databasePath(home)).map((path) => rowOf(path, readManifest(path)));
}

/**
 * The file that somebody means: a path, a name of the list, or `latest`.
 * @throws Fault `backup.none`
 */
export function findBackup(home: string, named: string, cwd: string): string {
  const path = resolve(cwd, named);
  if (isAbsolute(named) || existsSync(path)) return path;
  const all = listBackups(home);
  if (named !== 'latest') return all.find((row) => row.path.endsWith(`/${named}`))?.path ?? path;
  const [newest] = all;
  if (newest) return newest.path;
  throw new Fault({
    code: 'backup.none',
    message: `The workspace ${home} has no backups.`,
    hint: 'For a backup elsewhere, give its path.',
  });
}

/** Takes a backup away again that was made for nothing, with what lies beside it. */
export function removeBackup(path: string): void {
  for (const end of ['', '.json', '-wal']) rmSync(`${path}${end}`, { force: true });
}

function rowOf(path: string, manifest: BackupManifest | undefined): BackupRow {
  const { size, mtimeMs } = statSync(path);
  return {
    path,
    createdAt: manifest?.createdAt ?? toIso(Math.floor(mtimeMs)),
    reason: manifest?.reason ?? reasonIn(path),
    schemaVersion: manifest?.schemaVersion ?? null,
    bytes: size,
  };
}

/** What the name tells of files that were copied without a manifest. */
function reasonIn(path: string): string {
  if (path.includes('.db.before-')) return 'before-migration';
  return path.endsWith('-unreadable.db') ? 'before-restore' : 'unknown';
}
