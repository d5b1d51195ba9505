import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkedGitDir } from './ref-files.ts';

/**
 * Removes symbolic links from where an agent in a sandbox may write and git outside writes later: a link there would lead
 * git's pen to any file of the user. Git itself makes none.
 */
export async function dropLinks(clone: string, worktree: string, branch: string): Promise<void> {
  const gitDir = linkedGitDir(worktree);
  const inside = dirname(branch);
  const folders = [join(clone, 'refs/heads', inside), join(clone, 'logs/refs/heads', inside)];
  if (gitDir?.startsWith(join(clone, 'worktrees/'))) folders.push(gitDir);
  for (const folder of folders) await dropBelow(folder);
}

async function dropBelow(folder: string): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    if (entry.isSymbolicLink()) await rm(join(entry.parentPath, entry.name), { force: true });
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
    throw error;
  }
}
