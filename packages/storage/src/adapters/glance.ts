import { dirname } from 'node:path';
import { type Fault, isFault } from '@cw/kernel';
import type { Connection } from '../driver.ts';
import { damageOf } from './damage.ts';
import { diskFault } from './disk-faults.ts';
import { lostDatabase } from './lost-database.ts';
import { openReadable } from './open-readable.ts';
import { sqliteFault } from './sqlite-faults.ts';
import { unreadableDatabase } from './unreadable-database.ts';

/**
 * A look at a database that costs the same however large it is: the header, the number of pages against the size of the file,
 * the schema, and of each table and index the way down to its first and last entry. Damage in between is not seen; that is
 * met by who reads there, or by a look at all of it (`cw doctor`).
 * @throws Fault `storage.unreadable`
 */
export function glanceAt(path: string): void {
  withConnection(path, (connection) => {
    const tables = connection
      .prepare("SELECT name, wr AS keyed FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')")
      .all() as { name: string; keyed: number }[];
    const indexes = connection
      .prepare("SELECT name, tbl_name AS of FROM sqlite_schema WHERE type = 'index' AND sql NOT LIKE '% WHERE %'")
      .all() as { name: string; of: string }[];
    for (const { name, keyed } of tables) {
      for (const order of keyed === 1 ? [''] : ['ORDER BY rowid', 'ORDER BY rowid DESC']) {
        connection.prepare(`SELECT * FROM "${name}" ${order} LIMIT 1`).raw().get();
      }
    }
    for (const { name, of } of indexes) connection.prepare(`SELECT 1 FROM "${of}" INDEXED BY "${name}" LIMIT 1`).get();
  });
}

/**
 * Reads all of a database, about a second for 100 MB: before what is carried away from it is called whole.
 * @param path a database that is not there, or one in memory, has no damage
 * @throws Fault `storage.unreadable`
 */
export function requireWhole(path: string): void {
  withConnection(path, (connection) => {
    const damage = damageOf(connection);
    if (damage !== undefined) throw unreadableDatabase(path, damage);
  });
}

/**
 * What the world did, where something was thrown that looks like a bug: a write that the system refused, or a value of a
 * damaged page, which can break any code that reads it. Undefined where it is a bug.
 */
export function faultBehind(error: unknown, path: string): Fault | undefined {
  return diskFault(error, dirname(path)) ?? damageBehind(path);
}

function damageBehind(path: string): Fault | undefined {
  try {
    requireWhole(path);
    return undefined;
  } catch (error) {
    return isFault(error) && error.code === 'storage.unreadable' ? error : undefined;
  }
}

function withConnection(path: string, look: (connection: Connection) => void): void {
  const lost = lostDatabase(path);
  if (lost !== undefined) throw unreadableDatabase(path, lost);
  try {
    const found = openReadable(path);
    if (found === undefined) return;
    try {
      look(found.reader);
    } finally {
      found.reader.close();
    }
  } catch (error) {
    throw sqliteFault(error, path);
  }
}
