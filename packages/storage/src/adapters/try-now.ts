import { sqliteCode } from '../driver.ts';
import { sqliteFault } from './sqlite-faults.ts';

/**
 * What a call answers, or undefined where another process keeps SQLite from it.
 * @throws Fault for anything else that SQLite says
 */
export function tryNow<T>(call: () => T, path: string): { readonly value: T } | undefined {
  try {
    return { value: call() };
  } catch (error) {
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) return undefined;
    throw sqliteFault(error, path);
  }
}
