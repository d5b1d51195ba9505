import { chmodSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Clock, Fault, type IdSource, randomId, type SayWhy, systemCode, systemReason } from '@cw/kernel';
import { bellPath, openBell } from './adapters/bell.ts';
import { commitListeners } from './adapters/commit-listeners.ts';
import { diskFault } from './adapters/disk-faults.ts';
import { lastSeq, readEvents } from './adapters/event-log.ts';
import { lostDatabase } from './adapters/lost-database.ts';
import { type Migration, type MigrationSource, migrate } from './adapters/migrator.ts';
import { openReadable } from './adapters/open-readable.ts';
import { sameFile } from './adapters/same-file.ts';
import { addFunctions } from './adapters/sql-functions.ts';
import { newerSchema, sqliteFault } from './adapters/sqlite-faults.ts';
import { sqliteTransact } from './adapters/sqlite-transact.ts';
import { readsOver } from './adapters/statements.ts';
import { unreadableDatabase } from './adapters/unreadable-database.ts';
import { type Connection, openConnection } from './driver.ts';
import { makeFolder } from './make-folder.ts';
import type { EventBus } from './ports/event-bus.ts';
import type { Reaction } from './ports/reaction.ts';
import type { ReadDb } from './ports/read-db.ts';
import type { Transact } from './ports/tx.ts';
import { schemaVersion } from './schema-version.ts';

export type StorageOptions = {
  /** Path of the database file; its folder is made when missing. */
  readonly path: string;
  /** Where migrations come from; read only when some are due. */
  readonly migrations: MigrationSource;
  /** @defaultValue the system's clock */
  readonly clock?: Clock;
  /** @defaultValue random ids */
  readonly ids?: IdSource;
  /** Asked for before the first write. @defaultValue none */
  readonly reactions?: (() => Promise<readonly Reaction[]>) | undefined;
  /** Words for the reasons that rooms store. @defaultValue their codes */
  readonly say?: SayWhy | undefined;
  /** After how many milliseconds in which nobody writes a waiting writer gives up. @defaultValue 15 seconds */
  readonly patience?: number | undefined;
};

export type Storage = {
  readonly path: string;
  /** Reads over a connection that cannot write. */
  readonly read: ReadDb;
  readonly transact: Transact;
  readonly bus: EventBus;
  /** Identity of this database's event log. */
  logId(): Promise<string>;
  /** Changes when another connection has committed. */
  dataVersion(): number;
  close(): void;
};

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Opens a workspace's database, bringing it up to date first. The writing connection is opened when first needed, so
 * that a command that only reads pays for one.
 * @throws Fault `storage.newer`, `storage.unreadable`, `storage.no-permission`, `storage.not-a-folder`,
 *   `storage.open-to-others`
 */
export function openStorage(options: StorageOptions): Storage {
  const { path, clock = systemClock, ids = randomId } = options;
  refuseOpenFolder(dirname(path));
  const reader = openReader(path, options);
  addFunctions(reader, clock, options.say);
  const read = readsOver(reader);
  const file = sameFile(reader, path);
  const bell = openBell(bellPath(path));
  let writer: { connection: Connection; transact: Transact } | undefined;
  const openWriter = () => {
    if (writer) return writer;
    file.require();
    const connection = guarded(path, () => openConnection(path));
    guarded(path, () => configureWriter(connection));
    addFunctions(connection, clock, options.say);
    const transact = sqliteTransact({
      connection,
      path,
      requireFile: file.require,
      patience: options.patience,
      clock,
      ids,
      schemaVersion,
      reactions: options.reactions,
      onCommit: () => bell.ring(),
    });
    writer = { connection, transact };
    return writer;
  };
  const dataVersion = reader.prepare('PRAGMA data_version').pluck();
  const commits = commitListeners(bellPath(path), () => guarded(path, () => Number(dataVersion.get())));
  const storage: Storage = {
    path,
    read,
    transact: (work) => openWriter().transact(work),
    dataVersion: () => Number(dataVersion.get()),
    ...eventLog(read, commits.listen),
    // The writer last: only a connection that may write can empty the log of recent pages, and who opens the database
    // next would otherwise read all of that log first.
    close: () => {
      commits.close();
      bell.close();
      reader.close();
      writer?.connection.close();
    },
  };
  return storage;
}

/**
 * An empty database in memory: for who only looks at a workspace that is not there. What is written to it is gone when
 * it is closed.
 */
export function openEmptyStorage(options: Omit<StorageOptions, 'path'>): Storage {
  const { clock = systemClock, ids = randomId } = options;
  const connection = openConnection(':memory:');
  configureWriter(connection);
  addFunctions(connection, clock);
  const migrations = options.migrations();
  checkCount(migrations);
  migrate(connection, migrations, { complete: (made) => nameLog(made, ids('log')) });
  const read = readsOver(connection);
  return {
    path: ':memory:',
    read,
    transact: sqliteTransact({ connection, clock, ids, schemaVersion, onCommit: () => {} }),
    dataVersion: () => 0,
    ...eventLog(read, () => () => {}),
    close: () => connection.close(),
  };
}

function eventLog(read: ReadDb, onCommit: EventBus['onCommit']): Pick<Storage, 'logId' | 'bus'> {
  let known: string | undefined;
  const logId = async () => {
    known ??= (await read.get<{ value: string }>("SELECT value FROM meta WHERE key = 'log_id'"))?.value;
    if (known === undefined) throw new Error('the database has no log id');
    return known;
  };
  return {
    logId,
    bus: {
      head: async () => ({ logId: await logId(), seq: await lastSeq(read) }),
      read: (after, limit) => readEvents(read, after, limit),
      onCommit,
    },
  };
}

function configureWriter(connection: Connection): void {
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('recursive_triggers = ON');
}

/** Whoever may write to the folder may put another database, or another program, in the place of what is there. */
function refuseOpenFolder(folder: string): void {
  const found = guarded(join(folder, 'cw.db'), () => statSync(folder, { throwIfNoEntry: false }));
  if (found === undefined || !found.isDirectory() || (found.mode & 0o022) === 0) return;
  throw new Fault({
    code: 'storage.open-to-others',
    message: `Other users can write to the workspace at ${folder} (mode ${(found.mode & 0o777).toString(8)}), so cw does not use it.`,
    hint: `If everything in it is yours, remove their access: chmod 700 ${folder}. Otherwise choose another folder with --home.`,
  });
}

/** A reading connection to an up-to-date database, made or migrated first where needed. */
function openReader(path: string, options: StorageOptions): Connection {
  const found = guarded(path, () => openReadable(path));
  if (found?.version === schemaVersion) return found.reader;
  found?.reader.close();
  const lost = (found?.version ?? 0) === 0 ? guarded(path, () => lostDatabase(path)) : undefined;
  if (lost !== undefined) throw unreadableDatabase(path, lost);
  if (found !== undefined && found.version > schemaVersion) throw newerSchema(found.version, schemaVersion);
  bringUpToDate(options, found?.version ?? -1);
  return guarded(path, () => openConnection(path, { readonly: true }));
}

function bringUpToDate(options: StorageOptions, found: number): void {
  const { path } = options;
  guarded(path, () => makeFolder(dirname(path)));
  const connection = guarded(path, () => openConnection(path));
  try {
    connection.pragma('busy_timeout = 10000');
    guarded(path, () => connection.pragma('journal_mode = WAL'));
    chmodSync(path, 0o600);
    guarded(path, () => configureWriter(connection));
    const migrations = options.migrations();
    checkCount(migrations);
    const at = (options.clock ?? systemClock).now();
    const backup = found > 0 ? `${path}.before-${schemaVersion}-${at}-${process.pid}` : undefined;
    const ids = options.ids ?? randomId;
    guarded(path, () => migrate(connection, migrations, { backup, complete: (made) => nameLog(made, ids('log')) }));
  } finally {
    connection.close();
  }
}

function nameLog(connection: Connection, id: string): void {
  connection.prepare("INSERT OR IGNORE INTO meta (key, value) VALUES ('log_id', ?)").run(id);
}

function checkCount(migrations: readonly Migration[]): void {
  if (migrations.length !== schemaVersion) {
    throw new Error(`the program knows ${schemaVersion} migrations and was built with ${migrations.length}`);
  }
}

function guarded<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw openFault(path, error);
  }
}

function openFault(path: string, error: unknown): unknown {
  const folder = dirname(path);
  const code = systemCode(error);
  if (code !== undefined && wrongPath.has(code)) return notAFolder(folder, systemReason(code) ?? code, error);
  if (isFile(folder)) return notAFolder(folder, 'there is a file in its place', error);
  return diskFault(error, folder) ?? sqliteFault(error, path);
}

const wrongPath: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'ELOOP']);

function notAFolder(folder: string, why: string, cause: unknown): Fault {
  return new Fault({
    code: 'storage.not-a-folder',
    message: `The workspace at ${folder} cannot be opened or created: ${why}.`,
    hint: 'Choose another folder with --home or CW_HOME, or fix the cause.',
    cause,
    kind: 'unavailable',
  });
}

function isFile(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch (error) {
    if (systemCode(error) !== undefined) return false;
    throw error;
  }
}
