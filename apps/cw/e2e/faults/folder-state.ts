import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Every file and folder below a folder, with mode, time of change and content: two are equal when nothing changed. What
 * processes that read a database tell each other in its `-shm` file is no change.
 */
export async function stateOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter(({ name }) => !name.endsWith('-shm'))) {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs } = await lstat(path);
    const content = entry.isFile()
      ? createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
      : 'folder';
    found[path] = `${mode.toString(8)} ${mtimeMs} ${content}`;
  }
  return found;
}
