import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sqliteCode } from '../driver.ts';
import { namesIn } from '../names-in.ts';
import { damageIn } from './damage.ts';
import { sha256Of } from './file-hash.ts';
import { readManifest } from './manifest.ts';

/** Good backups that were found, by path, size and time, so that a server that meets damage again and again looks once. */
const known = new Map<string, boolean>();

/** How many backups are looked at, the newest first: each is read from end to end. */
const most = 10;

/** The paths of a workspace's own backups, the newest first: those in `backups`, and the copies made before migrations. */
export function backupsBeside(database: string): readonly string[] {
  const home = dirname(database);
  const folder = join(home, 'backups');
  const paths = [
    ...namesIn(folder).flatMap((name) => (name.endsWith('.db') ? [join(folder, name)] : [])),
    ...namesIn(home).flatMap((name) => (/^cw\.db\.before-[\d-]+$/.test(name) ? [join(home, name)] : [])),
  ];
  return paths
    .flatMap((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.isFile() ? [{ path, at: Date.parse(readManifest(path)?.createdAt ?? '') || found.mtimeMs }] : [];
    })
    .sort((a, b) => b.at - a.at)
    .map(({ path }) => path);
}

/** The newest backup of a workspace's database that is whole, or undefined where none lies beside it. */
export function newestGoodBackup(database: string): string | undefined {
  return backupsBeside(database).slice(0, most).find(isGood);
}

function isGood(path: string): boolean {
  const { size, mtimeMs } = statSync(path);
  const key = `${path} ${size} ${mtimeMs}`;
  const found = known.get(key) ?? looksGood(path);
  known.set(key, found);
  return found;
}

function looksGood(path: string): boolean {
  try {
    const manifest = readManifest(path);
    if (manifest !== undefined && sha256Of(path) !== manifest.sha256) return false;
    return damageIn(path) === undefined;
  } catch (error) {
    if (sqliteCode(error) !== undefined || (error instanceof Error && 'code' in error)) return false;
    throw error;
  }
}
