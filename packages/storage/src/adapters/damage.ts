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
    if (code === 'SQLITE_NOTADB') return 'it is not a database';
    if (code.startsWith('SQLITE_CORRUPT')) return error instanceof Error ? error.message : code;
    throw error;
  }
}

/** A text that is not UTF-8, by where it stands. */
export type WrongText = { readonly table: string; readonly column: string; readonly row: string };

function wrongText(connection: Connection): string | undefined {
  for (const { table, column, row } of wrongTexts(connection))
    return `a text in ${table}.${column} is not UTF-8 (${row})`;
  return undefined;
}

type Table = { readonly name: string; readonly keyed: number };
type Column = { readonly name: string; readonly pk: number };

/** Rows are read as bytes: a text with wrong bytes in it comes back from SQLite as another one. */
export function* wrongTexts(connection: Connection): Generator<WrongText, void> {
  const tables = connection
    .prepare(
      "SELECT name, wr AS keyed FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name <> 'sqlite_schema'",
    )
    .all() as Table[];
  for (const { name, keyed } of tables) {
    const columns = connection.prepare('SELECT name, pk FROM pragma_table_info(?)').all(name) as Column[];
    const parts = columns.map(
      (column) => `CASE typeof(${quoted(column.name)}) WHEN 'text' THEN CAST(${quoted(column.name)} AS BLOB) END`,
    );
    const keys = keyed === 1 ? columns.filter(({ pk }) => pk > 0).map((column) => column.name) : ['rowid'];
    const rows = connection
      .prepare(`SELECT ${[...parts, ...keys.map(quoted)].join(', ')} FROM ${quoted(name)}`)
      .raw()
      .iterate();
    for (const row of rows as IterableIterator<(Buffer | null)[]>) {
      for (const [at, column] of columns.entries()) {
        const bytes = row[at];
        if (bytes == null || isText(bytes)) continue;
        const key = keys.map((each, index) => `${each} ${row[columns.length + index]}`).join(', ');
        yield { table: name, column: column.name, row: key };
      }
    }
  }
}

/** The driver writes half a surrogate pair, which people can paste and agents can say, as three bytes that are not UTF-8. */
const halfPair = /\xed[\xa0-\xbf][\x80-\xbf]/g;

function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) || isUtf8(Buffer.from(bytes.toString('latin1').replace(halfPair, ''), 'latin1'));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
