import { type Connection, openConnection, sqliteCode } from '../driver.ts';
import { readImage } from './image.ts';

export type Readable = { readonly reader: Connection; readonly version: number };

/**
 * Opens a database for reading, and reads its version. Where SQLite cannot make the files that it needs beside it, on a
 * full disk or a read-only one, what is there is read into memory: nobody can be changing it.
 * @returns undefined where there is none
 * @throws Error of SQLite or of the system
 */
export function openReadable(path: string): Readable | undefined {
  const reader = openExisting(path);
  if (reader === undefined) return undefined;
  try {
    return { reader, version: versionOf(reader) };
  } catch (error) {
    reader.close();
    const image = canMakeNothing(error) ? readImage(path) : undefined;
    if (image === undefined) throw error;
    return { reader: image, version: versionOf(image) };
  }
}

function openExisting(path: string): Connection | undefined {
  try {
    return openConnection(path, { readonly: true });
  } catch (error) {
    const missing =
      sqliteCode(error) === 'SQLITE_CANTOPEN' ||
      (error instanceof TypeError && error.message.includes('directory does not exist'));
    if (missing) return undefined;
    throw error;
  }
}

function canMakeNothing(error: unknown): boolean {
  return /^SQLITE_(CANTOPEN|READONLY|FULL|IOERR)/.test(sqliteCode(error) ?? '');
}

function versionOf(connection: Connection): number {
  return Number(connection.pragma('user_version', { simple: true }));
}
