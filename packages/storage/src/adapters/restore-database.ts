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
  statSync,
  truncateSync,
} from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isFault } from '@cw/kernel';
import { type Connection, openConnection, sqliteCode } from '../driver.ts';
import { backupFault, syncFile } from './backup-file.ts';
import { copyDamaged, copyFileWhole, readBack } from './copy-whole.ts';
import { sha256Of } from './file-hash.ts';
import { openLockFile } from './lock-file.ts';
import { findLockHolder } from './lock-holder.ts';
import { openReadable } from './open-readable.ts';
import { sqliteFault, stillBusy } from './sqlite-faults.ts';
import { tryNow } from './try-now.ts';

export type RestoreOrder = {
  /** A backup that was checked. */
  readonly backup: string;
  /** The database it is put in place of; there may be none, or one that cannot be read. */
  readonly path: string;
  /** Names the event log from now on: who stands at a position of the former one has to start afresh. */
  readonly logId: string;
  /** The database as the caller has kept it, from `holdWrites`. */
  readonly present: HeldDatabase;
};

export type HeldDatabase = {
  /** Whether nobody has written since it was held. */
  readonly isSame: () => boolean;
  /** Lets others write again. */
  readonly letGo: () => void;
  readonly close: () => void;
};

/** Somebody has written since the caller kept the database; nothing was put in its place. */
class ChangedMeanwhile extends Error {}

/** How long the database is waited for where another process writes, in milliseconds. */
const patience = 15_000;
const everyPage = 2 ** 31 - 1;

/**
 * Puts a backup in the place of a database. It is overwritten in a single transaction, damaged or not, so that whoever has
 * it open goes on with what was put back, and a kill leaves all of it or nothing. One in which no transaction can begin, as
 * its first page is damaged, is replaced by rename. The caller has kept what was there.
 * @returns false where somebody wrote after it was kept: nothing was done
 * @throws Fault `storage.busy`, `storage.full`, `storage.io`, `storage.copy-damaged`
 */
export async function restoreDatabase({ backup, path, logId, present }: RestoreOrder): Promise<boolean> {
  const draft = `${path}.restoring-${process.pid}`;
  try {
    await prepare(draft, { backup, logId });
    const isOverwritten = hasPages(path) && (await overwrite(path, draft, present));
    if (!isOverwritten && !present.isSame()) return false;
    if (!isOverwritten) replace(path, draft);
    readBack(path);
    return true;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return false;
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
async function overwrite(path: string, draft: string, present: HeldDatabase): Promise<boolean> {
  const source = openConnection(draft, { readonly: true });
  const start = performance.now();
  // Called for the first time when the database is locked and no page is copied yet.
  const progress = () => {
    if (!present.isSame()) throw new ChangedMeanwhile();
    return everyPage;
  };
  present.letGo();
  regrow(path);
  try {
    for (;;) {
      const { totalPages } = await source.backup(path, { progress });
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

function hasPages(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
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
  if (sha256Of(from) !== sha256Of(to)) throw copyDamaged(to, `its content differs from ${from}`);
}

/** Whether a database can be opened and read at all. */
export function canBeRead(path: string): boolean {
  if (!hasPages(path)) return false;
  try {
    const found = openReadable(path);
    if (found === undefined) return false;
    try {
      found.reader.prepare('SELECT count(*) FROM sqlite_schema').get();
      return true;
    } finally {
      found.reader.close();
    }
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    return false;
  }
}

/**
 * Keeps others from writing to a database while it is copied, and tells afterwards whether they have. A damaged one is not
 * locked; it is known by size and time of its files.
 * @throws Fault `storage.busy`
 */
export async function holdWrites(path: string): Promise<HeldDatabase> {
  const lock = canBeRead(path) ? await lockWrites(path) : undefined;
  if (lock === undefined) {
    const before = filesOf(path);
    let wasSame: boolean | undefined;
    const isSame = () => wasSame ?? filesOf(path) === before;
    // What is done to it from then on is the caller's.
    const letGo = () => {
      wasSame = isSame();
    };
    return { isSame, letGo, close: () => {} };
  }
  const version = lock.prepare('PRAGMA data_version').pluck();
  const state = () => `${statSync(path, { throwIfNoEntry: false })?.ino} ${tryRead(() => version.get())}`;
  const before = state();
  return {
    isSame: () => state() === before,
    letGo: () => {
      if (lock.inTransaction) lock.exec('ROLLBACK');
    },
    close: () => lock.close(),
  };
}

/** Undefined where the database has become damaged, in which nobody writes. */
function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Undefined where the database is damaged in a place that this needs. */
async function lockWrites(path: string): Promise<Connection | undefined> {
  const lock = openLockFile(path);
  try {
    await begin(lock, path);
    return lock;
  } catch (error) {
    lock.close();
    if (isFault(error) && error.code === 'storage.unreadable') return undefined;
    throw error;
  }
}

async function begin(connection: Connection, path: string): Promise<void> {
  const start = performance.now();
  while (tryNow(() => connection.exec('BEGIN IMMEDIATE'), path) === undefined) {
    if (performance.now() - start > patience) throw stillBusy(patience, findLockHolder(path));
    await pause(5);
  }
}

function filesOf(path: string): string {
  return ['', '-wal'].map((end) => statOf(`${path}${end}`)).join();
}

function statOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeNs}`;
}
