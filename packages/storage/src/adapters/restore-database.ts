import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openConnection, sqliteCode } from '../driver.ts';
import { backupFault, syncFile } from './backup-file.ts';
import { copyDamaged, copyFileWhole, readBack } from './copy-whole.ts';
import { wasEmptied } from './emptied.ts';
import { sha256Of } from './file-hash.ts';
import { findLockHolder } from './lock-holder.ts';
import { sqliteFault, stillBusy } from './sqlite-faults.ts';

export type RestoreOrder = {
  /** A backup that was checked. */
  readonly backup: string;
  /** The database it is put in place of; there may be none, or one that cannot be read. */
  readonly path: string;
  /** Names the event log from now on: who stands at a position of the former one has to start afresh. */
  readonly logId: string;
};

/** How long the database is waited for where another process writes, in milliseconds. */
const patience = 15_000;
const everyPage = 2 ** 31 - 1;

/**
 * Puts a backup in the place of a database. It is overwritten in a single transaction, damaged or not, so that whoever has
 * it open goes on with what was put back, and a kill leaves all of it or nothing. One in which no transaction can begin, as
 * its first page is damaged, is replaced by rename. The caller has kept what was there.
 * @throws Fault `storage.busy`, `storage.full`, `storage.io`, `storage.copy-damaged`
 */
export async function restoreDatabase({ backup, path, logId }: RestoreOrder): Promise<void> {
  const draft = `${path}.restoring-${process.pid}`;
  try {
    await prepare(draft, { backup, logId });
    const isOverwritten = existsSync(path) && !wasEmptied(path) && (await overwrite(path, draft));
    if (!isOverwritten) replace(path, draft);
    readBack(path);
  } catch (error) {
    throw sqliteFault(error, path);
  } finally {
    for (const left of [draft, `${draft}-wal`, `${draft}-shm`, `${draft}-journal`]) rmSync(left, { force: true });
  }
}

/** A copy of the backup that is ready to be used as it is. */
async function prepare(draft: string, { backup, logId }: Pick<RestoreOrder, 'backup' | 'logId'>): Promise<void> {
  // By SQLite rather than byte for byte: a copy that somebody made of a live database may have a log beside it.
  copyFileWhole(backup, draft);
  const connection = openConnection(draft);
  try {
    connection.prepare("UPDATE meta SET value = ? WHERE key = 'log_id'").run(logId);
    connection.pragma('journal_mode = WAL');
  } finally {
    connection.close();
  }
  await syncFile(draft);
}

/**
 * The driver says "done" of a copy that could not begin because another process writes; it has then copied no page.
 * @returns false where no transaction can begin in the database
 */
async function overwrite(path: string, draft: string): Promise<boolean> {
  regrow(path);
  const source = openConnection(draft, { readonly: true });
  const start = performance.now();
  try {
    for (;;) {
      const { totalPages } = await source.backup(path, { progress: () => everyPage });
      if (totalPages > 0) break;
      if (performance.now() - start > patience) throw stillBusy(patience, findLockHolder(path));
      await pause(20);
    }
    settle(path);
    return true;
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error) ?? '')) return false;
    throw error;
  } finally {
    source.close();
  }
}

/** Gives a file that was cut short the size that its first page tells of: SQLite begins nothing in a shorter one. */
function regrow(path: string): void {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(32);
    readSync(file, head, 0, head.length, 0);
    const wanted = head.readUInt16BE(16) * head.readUInt32BE(28);
    const isCutShort = head.toString('latin1', 0, 15) === 'SQLite format 3' && fstatSync(file).size < wanted;
    if (isCutShort) truncateSync(path, wanted);
  } finally {
    closeSync(file);
  }
}

/** Brings what was put back from the log into the file, on disk, as far as nobody reads the log just then. */
function settle(path: string): void {
  const connection = openConnection(path);
  try {
    connection.pragma('synchronous = FULL');
    connection.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    connection.close();
  }
}

/**
 * What the former database still has in its log would be played back into the one put in its place. Log and index go with it
 * rather than being emptied: whoever has the former one open goes on writing to them.
 */
function replace(path: string, draft: string): void {
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  renameSync(draft, path);
}

/**
 * Copies the files of a database that cannot be read, byte for byte, and compares the copies.
 * @throws Fault `backup.not-written`
 */
export function keepBroken(path: string, target: string): void {
  try {
    for (const end of ['', '-wal']) {
      if (existsSync(`${path}${end}`)) copySame(`${path}${end}`, `${target}${end}`);
    }
  } catch (error) {
    for (const end of ['', '-wal']) rmSync(`${target}${end}`, { force: true });
    throw backupFault({ source: path, target }, error);
  }
}

function copySame(from: string, to: string): void {
  copyFileSync(from, to);
  // The copy has the mode of what was copied.
  chmodSync(to, 0o600);
  if (sha256Of(from) !== sha256Of(to)) throw copyDamaged(to, `its bytes are not those of ${from}`);
}

export function canBeRead(path: string): boolean {
  if (!existsSync(path) || wasEmptied(path)) return false;
  try {
    const connection = openConnection(path, { readonly: true });
    try {
      connection.prepare('SELECT count(*) FROM sqlite_schema').get();
      return true;
    } finally {
      connection.close();
    }
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    return false;
  }
}
