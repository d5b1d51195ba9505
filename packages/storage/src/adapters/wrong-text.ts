import { type Connection, sqliteCode } from '../driver.ts';
import type { SqlParams } from '../ports/read-db.ts';
import { damageOf } from './damage.ts';
import { unreadableDatabase } from './unreadable-database.ts';

/** What stands in a string in the place of bytes that are no text. People may also have written it themselves. */
const replacement = '\uFFFD';

const mostKnown = 1_000;

type Read = { readonly sql: string; readonly params: SqlParams | undefined };

/**
 * Looks at rows that were read for texts that are not what is stored: the driver puts U+FFFD in the place of bytes that are
 * not UTF-8, which only damage brings there. Rows without that character, nearly all, cost one look at each string.
 * @returns the row
 * @throws Fault `storage.unreadable`
 */
export function watchTexts(connection: Connection): <Row>(row: Row, read: Read) => Row {
  const asStored = new Set<string>();
  return (row, read) => {
    if (typeof row !== 'object' || row === null) return row;
    for (const column in row) {
      const value: unknown = row[column];
      if (!isDoubtful(value) || asStored.has(value)) continue;
      if (!isStored(connection, { ...read, column, value })) requireNoDamage(connection);
      if (asStored.size >= mostKnown) asStored.clear();
      asStored.add(value);
    }
    return row;
  };
}

function requireNoDamage(connection: Connection): void {
  const damage = damageOf(connection);
  if (damage !== undefined) throw unreadableDatabase(connection.name, damage);
}

function isDoubtful(value: unknown): value is string {
  return typeof value === 'string' && value.includes(replacement);
}

type Doubt = Read & { readonly column: string; readonly value: string };

/** Whether the same statement still answers this text when its bytes are compared. False where that cannot be asked. */
function isStored(connection: Connection, { sql, params = [], column, value }: Doubt): boolean {
  const [name, bound] = Array.isArray(params) ? ['?', [...params, value]] : ['@readAs', [{ ...params, readAs: value }]];
  const asked = `SELECT 1 FROM (${sql}) WHERE CAST("${column.replaceAll('"', '""')}" AS BLOB) = CAST(${name} AS BLOB) LIMIT 1`;
  try {
    return connection.prepare(asked).get(...bound) !== undefined;
  } catch (error) {
    if (sqliteCode(error) === undefined && !(error instanceof RangeError)) throw error;
    return false;
  }
}
