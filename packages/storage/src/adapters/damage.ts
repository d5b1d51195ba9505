import { isUtf8 } from 'node:buffer';
import { type Connection, openConnection, sqliteCode } from '../driver.ts';

/**
 * What is damaged in a database file, in words, or undefined when it is whole: SQLite's `integrity_check`, and that every text
 * is UTF-8, which SQLite does not look at. Reads all of the file; garbage that happens to be a valid text is not seen.
 * @throws SQLite's errors other than those of a damaged file, such as a file that may not be opened
 */
export function damageIn(path: string): string | undefined {
  const connection = openConnection(path, { readonly: true });
  try {
    return damageOf(connection);
  } finally {
    connection.close();
  }
}

/** The same over an open connection. */
export function damageOf(connection: Connection): string | undefined {
  try {
    const told = connection.prepare('PRAGMA integrity_check(1)').pluck().get();
    return told === 'ok' ? wrongText(connection) : String(told).replaceAll(/\s+/g, ' ');
  } catch (error) {
    const code = sqliteCode(error) ?? '';
    if (code === 'SQLITE_NOTADB') return 'it is no database';
    if (code.startsWith('SQLITE_CORRUPT')) return error instanceof Error ? error.message : code;
    throw error;
  }
}

type Table = { readonly name: string };

/** Rows are read as bytes: a text with wrong bytes in it comes back from SQLite as another one. */
function wrongText(connection: Connection): string | undefined {
  const tables = connection
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name <> 'sqlite_schema'")
    .all() as Table[];
  for (const { name } of tables) {
    const columns = connection.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name).map(String);
    const parts = columns.map(
      (column) => `CASE typeof(${quoted(column)}) WHEN 'text' THEN CAST(${quoted(column)} AS BLOB) END`,
    );
    const rows = connection
      .prepare(`SELECT ${parts.join(', ')} FROM ${quoted(name)}`)
      .raw()
      .iterate();
    for (const row of rows as IterableIterator<(Buffer | null)[]>) {
      const at = row.findIndex((bytes) => bytes !== null && !isText(bytes));
      if (at >= 0) return `a text in ${name}.${columns[at]} is not UTF-8`;
    }
  }
  return undefined;
}

/** The driver writes half a surrogate pair, which people can paste and agents can say, as three bytes that are not UTF-8. */
const halfPair = /\xed[\xa0-\xbf][\x80-\xbf]/g;

function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) || isUtf8(Buffer.from(bytes.toString('latin1').replace(halfPair, ''), 'latin1'));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
