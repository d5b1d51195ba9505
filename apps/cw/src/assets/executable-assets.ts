import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@cw/kernel';
import type { Assets } from '../assets.ts';
import { embedded } from './embedded.ts';

/** Assets inside the single executable. Only the addon must be a file: the system loads libraries from files. */
export function executableAssets(addonHash: string): Assets {
  return {
    migrations: () => () => JSON.parse(embedded('migrations.json')?.toString('utf8') ?? '[]'),
    webFile: async (path) => embedded(`web/${path}`),
    addonPath: () => addonFile(addonHash),
    selfCommand: () => ({ command: process.execPath, args: [] }),
  };
}

/**
 * The addon as a file in the user's cache, written at the first start. Its name carries its hash and it appears by
 * rename, so that any number of processes and versions can do this at once.
 */
function addonFile(hash: string): string {
  const folder = join(process.env.XDG_CACHE_HOME || join(process.env.HOME || homedir(), '.cache'), 'codewalkers');
  const file = join(folder, `better_sqlite3-${hash}.node`);
  if (existsSync(file)) return file;
  const addon = embedded('better_sqlite3.node');
  if (addon === undefined) throw new Error('the executable was built without its addon');
  const fresh = `${file}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(fresh, addon, { mode: 0o700 });
    renameSync(fresh, file);
  } catch (error) {
    throw new Fault({
      code: 'cw.no-cache-folder',
      message: `cw could not write its database library to ${folder}: ${error instanceof Error ? error.message : String(error)}`,
      hint: 'Make that folder writable, or set another with XDG_CACHE_HOME.',
      cause: error,
      kind: 'unavailable',
    });
  }
  return file;
}
