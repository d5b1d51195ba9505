import { promises } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { migrationsIn } from '@cw/storage';
import type { Assets } from '../assets.ts';

/** Assets in the folder that the built program lies in. */
export function folderAssets(folder: string): Assets {
  const web = join(folder, 'web');
  return {
    migrations: () => migrationsIn(join(folder, 'drizzle')),
    webFile: (path) => fileBelow(web, path),
    addonPath: () => join(folder, 'better_sqlite3.node'),
    selfCommand: () => ({ command: process.execPath, args: [join(folder, 'cw')] }),
  };
}

/** Assets of a run from source, in tests: the repository's own, and what `scripts/build` left in `dist/`. */
export function sourceAssets(repository: string): Assets {
  const built = folderAssets(join(repository, 'dist'));
  return {
    ...built,
    migrations: () => migrationsIn(join(repository, 'drizzle')),
    addonPath: () => undefined,
  };
}

async function fileBelow(root: string, path: string): Promise<Buffer | undefined> {
  const file = resolve(root, path);
  if (!file.startsWith(root + sep) || path.includes('\0')) return undefined;
  try {
    return await promises.readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
