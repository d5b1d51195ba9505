import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@cw/kernel';
import type { Connection } from '../driver.ts';
import { copyWhole } from './copy-whole.ts';
import { newerSchema, sqliteFault } from './sqlite-faults.ts';

export type Migration = { readonly name: string; readonly sql: string };
export type MigrationSource = () => readonly Migration[];

/** The migrations of a folder, in the order of their names. */
export function migrationsIn(folder: string): MigrationSource {
  return () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => ({ name: name.slice(0, -4), sql: readFileSync(join(folder, name), 'utf8') }));
}

export function migrationHash(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex');
}

export type MigrateOptions = {
  /** Where a database that already holds data is copied to first. @defaultValue nowhere */
  readonly backup?: string | undefined;
  /** Done at the end of each migration, in its transaction, so that no database is seen without it. May be repeated. */
  readonly complete?: (connection: Connection) => void;
};

/**
 * Brings a database up to the newest migration, each in a transaction of its own that also counts it, so that a kill
 * leaves it before or after one. A new database gets all of them in one, so that nobody else ever sees it half made.
 * Foreign keys are off outside the transaction: inside it the pragma is ignored, and rebuilding a table would then delete
 * what refers to it. A database that already holds data is copied first, and the copy read back.
 * @returns how many migrations ran.
 * @throws Fault `storage.newer` when the database is ahead; `storage.migration-failed` when one cannot run;
 * `storage.unreadable` when it is damaged, `storage.copy-damaged` when its copy is.
 */
export function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  { backup, complete = () => {} }: MigrateOptions = {},
): number {
  const found = versionOf(connection);
  if (found > migrations.length) throw newerSchema(found, migrations.length);
  if (found === migrations.length) return 0;
  if (found > 0 && backup !== undefined) {
    copyFirst(connection, backup);
  }
  const numbered = migrations.map((migration, index) => ({ n: index + 1, migration }));
  const batches = found === 0 ? [numbered] : numbered.map((due) => [due]);
  let ran = 0;
  connection.pragma('foreign_keys = OFF');
  try {
    for (const batch of batches) ran += apply(connection, batch, complete);
  } finally {
    connection.pragma('foreign_keys = ON');
  }
  return ran;
}

/** Nothing is migrated without a whole copy of what was there; one that cannot be made leaves no file. */
function copyFirst(connection: Connection, backup: string): void {
  try {
    copyWhole(connection, backup);
  } catch (error) {
    rmSync(backup, { force: true });
    throw error;
  }
}

type Due = { readonly n: number; readonly migration: Migration };

/** Runs what of a batch is still due, in one transaction. */
function apply(connection: Connection, batch: readonly Due[], complete: (made: Connection) => void): number {
  return connection
    .transaction(() => {
      const due = batch.filter(({ n }) => versionOf(connection) < n);
      for (const one of due) run(connection, one, () => complete(connection));
      return due.length;
    })
    .immediate();
}

function run(connection: Connection, { n, migration }: Due, complete: () => void): void {
  try {
    for (const statement of migration.sql.split('--> statement-breakpoint')) connection.exec(statement);
    connection
      .prepare('INSERT INTO migrations (n, name, hash, applied_at) VALUES (?, ?, ?, unixepoch() * 1000)')
      .run(n, migration.name, migrationHash(migration));
    complete();
    const broken = connection.pragma('foreign_key_check');
    if (Array.isArray(broken) && broken.length > 0) throw new Error(`${broken.length} rows refer to nothing`);
    connection.pragma(`user_version = ${n}`);
  } catch (error) {
    const fault = sqliteFault(error, connection.name);
    if (fault !== error) throw fault;
    throw new Fault({
      code: 'storage.migration-failed',
      message: `The database could not be upgraded to version ${n} (${migration.name}): ${error instanceof Error ? error.message : String(error)}. It was not changed.`,
      hint: 'Use the version of cw that created it, and report this.',
      cause: error,
    });
  }
}

function versionOf(connection: Connection): number {
  return Number(connection.pragma('user_version', { simple: true }));
}
