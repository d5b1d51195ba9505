import Database from 'better-sqlite3';

export type Connection = Database.Database;
export type Statement = Database.Statement<unknown[], unknown>;

let addon: string | undefined;

/**
 * Names the compiled addon that connections load. The built program calls it once at start with the file beside it;
 * without a call the package finds its own.
 */
export function useAddon(path: string): void {
  addon = path;
}

/** Opens one connection. Errors are SQLite's own, for the caller to name the file and the way out. */
export function openConnection(path: string, options: { readonly readonly?: boolean } = {}): Connection {
  return new Database(path, {
    readonly: options.readonly ?? false,
    timeout: 0,
    ...(addon === undefined ? {} : { nativeBinding: addon }),
  });
}

/** The SQLite error code of a thrown value, such as `SQLITE_BUSY`, or undefined for anything else. */
export function sqliteCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_') ? error.code : undefined;
}
