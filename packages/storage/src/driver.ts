import { closeSync, existsSync, openSync } from 'node:fs';
import { Fault } from '@cw/kernel';
import Database from 'better-sqlite3';

export type Connection = Database.Database;
export type Statement = Database.Statement<unknown[], unknown>;

let addonFile: string | undefined;
let addon: object | undefined;

/**
 * Names the compiled addon that connections load. The built program calls it once at start; without a path the
 * package finds its own.
 */
export function useAddon(path: string | undefined): void {
  addonFile = path;
}

/**
 * How long a reading connection waits, in milliseconds, where another process has the whole file to itself: the last one
 * to close it empties the log, the first one after a crash replays it. It is short, and passes once a read has been made.
 */
const readPatience = 5_000;

/**
 * Opens one connection. A database that is not there yet is made for its user alone, as are the files that SQLite puts
 * beside it. Errors are SQLite's own, for the caller to name the file and the way out.
 */
export function openConnection(path: string, options: { readonly readonly?: boolean } = {}): Connection {
  const { readonly = false } = options;
  if (!readonly && path !== inMemory) makePrivateFile(path);
  return new Database(path, {
    readonly,
    timeout: readonly ? readPatience : 0,
    ...nativeBinding(),
  });
}

/** The name of a database that is no file. */
const inMemory = ':memory:';

/**
 * Makes an empty file of mode 0600, which SQLite takes for a database, unless there is one. A file that is there is not
 * opened: closing it would drop the locks that this process has on it. What keeps it from being made is SQLite's to tell.
 */
export function makePrivateFile(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** A database whose file was read into memory; it can only be read. */
export function openImage(image: Buffer): Connection {
  return new Database(image, { readonly: true, ...nativeBinding() });
}

/** The addon itself rather than its path: inside the single executable the package has no `require` for files. */
function nativeBinding(): object {
  if (addonFile === undefined) return {};
  if (addon === undefined) {
    addon = loadAddon(addonFile);
  }
  return { nativeBinding: addon };
}

function loadAddon(file: string): object {
  const module = { exports: {} };
  try {
    process.dlopen(module, file);
  } catch (error) {
    throw new Fault({
      code: 'storage.addon-unfit',
      message: `The database library ${file} does not match this Node (${process.version}, ${process.platform} ${process.arch}).`,
      hint: 'Run cw with the Node version it was installed with, or reinstall it with this one.',
      cause: error,
      kind: 'unavailable',
    });
  }
  return module.exports;
}

/** The SQLite error code of a thrown value, such as `SQLITE_BUSY`, or undefined for anything else. */
export function sqliteCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_') ? error.code : undefined;
}
