import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Fault, type Instant, step, systemCode, systemReason, toIso } from '@cw/kernel';
import { openConnection, sqliteCode } from '../driver.ts';
import { schemaVersion } from '../schema-version.ts';
import { copyFileWhole } from './copy-whole.ts';
import { damageOf } from './damage.ts';
import { sha256Of } from './file-hash.ts';
import { type BackupManifest, manifestPath, readManifest } from './manifest.ts';
import { newerSchema, sqliteFault } from './sqlite-faults.ts';

export type BackupOrder = Pick<BackupManifest, 'reason' | 'program' | 'home'> & {
  /** The database to copy. */
  readonly source: string;
  readonly target: string;
  readonly at: Instant;
};

/**
 * Copies a database as it is at one moment, whoever writes meanwhile, into a file of mode 0600 with a manifest beside it.
 * What was written is read back before it is given its name: the file appears whole or not at all.
 * @throws Fault `backup.exists`, `backup.not-written`, `storage.*`
 */
export async function writeBackup(order: BackupOrder): Promise<BackupManifest> {
  const { source, target } = order;
  const draft = `${target}.${process.pid}.part`;
  if (existsSync(target)) throw alreadyThere(target);
  try {
    const facts = copyInto(source, draft);
    await syncFile(draft);
    const manifest: BackupManifest = {
      format: 'cw-backup-1',
      createdAt: toIso(order.at),
      reason: order.reason,
      program: order.program,
      ...facts,
      home: order.home,
      bytes: statSync(draft).size,
      sha256: sha256Of(draft),
    };
    writeFileSync(`${draft}.json`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
    // The database first: a manifest alone would name a backup that is not there.
    giveName(draft, target);
    renameSync(`${draft}.json`, manifestPath(target));
    return manifest;
  } catch (error) {
    throw backupFault({ source, target }, error);
  } finally {
    for (const left of [draft, `${draft}.json`, `${draft}-journal`].filter(existsSync)) rmSync(left);
  }
}

/** A link fails where the name is taken meanwhile; file systems without links have to do with a rename. */
function giveName(draft: string, target: string): void {
  try {
    linkSync(draft, target);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    renameSync(draft, target);
  }
}

function copyInto(source: string, draft: string): Pick<BackupManifest, 'schemaVersion' | 'logId'> {
  closeSync(openSync(draft, 'wx', 0o600));
  copyFileWhole(source, draft);
  const copy = openConnection(draft, { readonly: true });
  try {
    return { schemaVersion: versionOf(copy), logId: logIdOf(copy) };
  } finally {
    copy.close();
  }
}

export type CheckedBackup = {
  readonly schemaVersion: number;
  readonly logId: string;
  /** True when a manifest was there to compare with. */
  readonly compared: boolean;
};

/**
 * Makes sure that a backup is whole, is a workspace of cw, and is not of a newer version. The file is only read.
 * @throws Fault `backup.not-found`, `backup.damaged`, `backup.foreign`, `storage.newer`
 */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  if (!existsSync(path) || !statSync(path).isFile()) throw notFound(path);
  const manifest = readManifest(path);
  if (manifest !== undefined && sha256Of(path) !== manifest.sha256) {
    throw damaged(path, 'its content does not match its manifest');
  }
  try {
    const connection = openConnection(path, { readonly: true });
    try {
      const damage = damageOf(connection);
      if (damage !== undefined) throw damaged(path, damage);
      const version = versionOf(connection);
      if (version > schemaVersion) throw newerSchema(version, schemaVersion);
      const ours = connection.prepare(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('meta', 'migrations', 'events')",
      );
      if (version === 0 || ours.pluck().get() !== 3) throw foreign(path);
      return { schemaVersion: version, logId: logIdOf(connection), compared: manifest !== undefined };
    } finally {
      connection.close();
    }
  } catch (error) {
    const code = sqliteCode(error);
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') throw damaged(path, 'it is not a database', error);
    throw error;
  }
}

function versionOf(connection: ReturnType<typeof openConnection>): number {
  return Number(connection.pragma('user_version', { simple: true }));
}

function logIdOf(connection: ReturnType<typeof openConnection>): string {
  return String(connection.prepare("SELECT value FROM meta WHERE key = 'log_id'").pluck().get() ?? '');
}

/** Puts a file's bytes on disk, so that a power cut after it was named does not leave it empty. */
export async function syncFile(path: string): Promise<void> {
  chmodSync(path, 0o600);
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

type Places = { readonly source: string; readonly target: string };

/** What keeps a backup from being written, in words. */
export function backupFault({ source, target }: Places, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EEXIST') return alreadyThere(target);
  if (code === 'SQLITE_FULL') return notWritten(target, 'the disk is full', error);
  const why = systemCode(error) && systemReason(code);
  return why === undefined ? sqliteFault(error, source) : notWritten(target, why, error);
}

function notWritten(target: string, why: string, cause: unknown): Fault {
  return new Fault({
    code: 'backup.not-written',
    message: `The backup ${target} could not be written: ${why}. Nothing was left in ${dirname(target)}.`,
    next: [step('Choose another place', 'backup create', '<file or folder>')],
    cause,
    kind: 'unavailable',
  });
}

function alreadyThere(target: string): Fault {
  return new Fault({
    code: 'backup.exists',
    message: `${target} already exists; it was not changed.`,
    hint: 'Give a file that does not exist, or a folder.',
  });
}

function notFound(path: string): Fault {
  return new Fault({
    code: 'backup.not-found',
    message: `Backup ${path} not found.`,
    hint: 'For a backup elsewhere, give its path.',
    next: [step('See the backups of this workspace', 'backup list')],
  });
}

function damaged(path: string, why: string, cause?: unknown): Fault {
  return new Fault({
    code: 'backup.damaged',
    message: `The backup ${path} is damaged: ${why}. Nothing was changed.`,
    next: [step('Choose another one', 'backup list')],
    cause,
  });
}

function foreign(path: string): Fault {
  return new Fault({
    code: 'backup.foreign',
    message: `${path} is a database, but not one of a cw workspace. Nothing was changed.`,
    next: [step('See what can be restored', 'backup list')],
  });
}
