import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { addFunctions } from '../../packages/storage/src/adapters/sql-functions.ts';
import { type Connection, openConnection } from '../../packages/storage/src/driver.ts';

export const root = resolve(import.meta.dirname, '../..');
/** What a room has in the database, and which of it others may read. */
export type Room = {
  readonly name: string;
  readonly tables: readonly string[];
  /** Names of the views that it publishes, with their columns. */
  readonly views: Readonly<Record<string, readonly string[]>>;
};

/** The rooms that speak SQL: with tables of their own by their `adapters/tables.ts`, or with `queries/` on the views of others. */
export async function readRooms(): Promise<readonly Room[]> {
  const names = readdirSync(join(root, 'packages')).filter(
    (name) => existsSync(tablesOf(name)) || existsSync(join(root, 'packages', name, 'src/queries')),
  );
  return Promise.all(
    names.map(async (name) => {
      const exported = await contentsOf(tablesOf(name));
      const tables = Object.values(exported).flatMap((value) => (is(value, SQLiteTable) ? [getTableName(value)] : []));
      const { views = {} } = await contentsOf(join(root, 'packages', name, 'src/views.ts'));
      return { name, tables, views: views as Room['views'] };
    }),
  );
}

/** What a file of a room exports; nothing where there is no such file. */
async function contentsOf(file: string): Promise<Record<string, unknown>> {
  return existsSync(file) ? import(pathToFileURL(file).href) : {};
}

function tablesOf(room: string): string {
  return join(root, 'packages', room, 'src/adapters/tables.ts');
}

/** A database in memory after all migrations. */
export function migratedDatabase(): Connection {
  const connection = openConnection(':memory:');
  addFunctions(connection, { now: () => 0 });
  const folder = join(root, 'drizzle');
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()) {
    connection.exec(readFileSync(join(folder, name), 'utf8'));
  }
  return connection;
}

/**
 * The database as one room may see it: its own tables, and of others the views that they publish, each as a table of its own.
 * What is not there cannot be prepared.
 */
export function databaseFor(room: Room, rooms: readonly Room[]): Connection {
  const connection = migratedDatabase();
  const others = rooms.filter(({ name }) => name !== room.name);
  const views = namesOf(connection, 'view');
  const published = rooms.flatMap(({ views }) => Object.keys(views));
  connection.exec('PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON');
  for (const { name } of views) connection.exec(`DROP VIEW "${name}"`);
  for (const name of others.flatMap(({ tables, name: other }) => [...tables, ...searchTables(other)])) {
    connection.exec(`DROP TABLE IF EXISTS "${name}"`);
  }
  for (const { views } of rooms) {
    for (const [name, columns] of Object.entries(views)) {
      connection.exec(`CREATE TABLE "${name}" (${columns.map((column) => `"${column}"`).join(', ')})`);
    }
  }
  // A view that no room publishes is of the tracker's search.
  if (room.name === 'tasks') {
    for (const { name, sql } of views) if (!published.includes(name)) connection.exec(sql);
  }
  return connection;
}

function namesOf(
  connection: Connection,
  type: 'view' | 'table',
): readonly { readonly name: string; readonly sql: string }[] {
  const rows = connection.prepare('SELECT name, sql FROM sqlite_schema WHERE type = ?').all(type);
  return rows as { name: string; sql: string }[];
}

/** Search indexes are made by SQL alone, so that no `tables.ts` names them. */
function searchTables(room: string): readonly string[] {
  return room === 'tasks' ? ['task_search', 'comment_search'] : [];
}
