import { statSync } from 'node:fs';
import type { Clock } from '@cw/kernel';
import { openConnection, sqliteCode } from '../driver.ts';
import type { ReadDb } from '../ports/read-db.ts';
import { type WrongText, wrongTexts } from './damage.ts';
import { readImage } from './image.ts';
import { lostDatabase } from './lost-database.ts';
import { searchIndexAgrees } from './search-index.ts';
import { addFunctions } from './sql-functions.ts';
import { readsOver } from './statements.ts';

/** A database that can be read, whatever its version. */
export type Inspected = {
  readonly version: number;
  readonly read: ReadDb;
  searchIndexAgrees(index: string): boolean;
  /** Texts that are not UTF-8, so many at most. Reads all of it. */
  wrongTexts(most: number): readonly WrongText[];
  close(): void;
};

/** `missing`: there is no file. `unreadable`: there is one, and why it cannot be read; `busy`: somebody has it to itself. */
export type Inspection =
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly why: string; readonly busy: boolean }
  | ({ readonly state: 'readable' } & Inspected);

/**
 * Opens a database only to look at it, as it is at this one moment. Nothing in its folder is made, changed or migrated: a file that holds
 * everything is read into memory, since opening it would leave files of SQLite's own beside it.
 */
export function inspectDatabase(path: string, clock: Clock): Inspection {
  try {
    const lost = lostDatabase(path);
    if (lost !== undefined) return { state: 'unreadable', why: lost, busy: false };
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return { state: 'missing' };
    const connection = readImage(path) ?? openConnection(path, { readonly: true });
    try {
      addFunctions(connection, clock);
      connection.pragma('temp_store = MEMORY');
      connection.exec('BEGIN');
      const version = Number(connection.pragma('user_version', { simple: true }));
      connection.prepare('SELECT count(*) FROM sqlite_schema').get();
      return {
        state: 'readable',
        version,
        read: readsOver(connection),
        searchIndexAgrees: (index) => searchIndexAgrees(connection, index),
        wrongTexts: (most) => firstOf(wrongTexts(connection), most),
        close: () => connection.close(),
      };
    } catch (error) {
      connection.close();
      throw error;
    }
  } catch (error) {
    return {
      state: 'unreadable',
      why: whyUnreadable(error),
      busy: sqliteCode(error)?.startsWith('SQLITE_BUSY') ?? false,
    };
  }
}

function firstOf<T>(items: Iterable<T>, most: number): readonly T[] {
  const first: T[] = [];
  for (const item of items) {
    first.push(item);
    if (first.length >= most) break;
  }
  return first;
}

function whyUnreadable(error: unknown): string {
  const code = sqliteCode(error) ?? (error instanceof Error && 'code' in error ? String(error.code) : undefined);
  if (code === undefined) throw error;
  const reasons: Readonly<Record<string, string>> = {
    SQLITE_NOTADB: 'it is not a database',
    SQLITE_CORRUPT: 'it is damaged',
    SQLITE_BUSY: 'another program has locked it',
    SQLITE_CANTOPEN: 'the system does not allow opening it',
    EACCES: 'you have no permission to read it',
    EISDIR: 'it is a folder',
    ENOTDIR: 'part of its path is a file',
  };
  return reasons[code] ?? (error instanceof Error ? error.message : code);
}
