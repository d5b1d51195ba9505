import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this repository. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const notSource = new Set(['node_modules', 'dist', 'coverage']);

/** Every source file under `folder` of `base`, relative to `base`: nothing installed, nothing built. */
export function filesUnder(base, folder) {
  return readdirSync(join(base, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return notSource.has(entry.name) ? [] : filesUnder(base, path);
    return entry.isFile() ? [path] : [];
  });
}
