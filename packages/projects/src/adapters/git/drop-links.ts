import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkedGitDir } from './ref-files.ts';

/**
 * Removes symbolic links from where an agent in a sandbox may write and git outside writes later: a link there would lead
 * git's pen to any file of the user. Git itself makes none. A branch of the task's own that names another ref, and so
 * would have that one moved in its place, goes too.
 */
export async function dropLinks(clone: string, worktree: string, branch: string): Promise<void> {
  const gitDir = linkedGitDir(worktree);
  const inside = dirname(branch);
  const refs = join(clone, 'refs/heads', inside);
  const folders = [refs, join(clone, 'logs/refs/heads', inside)];
  if (gitDir?.startsWith(join(clone, 'worktrees/'))) folders.push(gitDir);
  for (const folder of folders) await dropBelow(folder);
  await dropSymbolicRefs(refs);
  await dropObjectLinks(clone);
}

/**
 * Removes symbolic links from among the folders of a clone's loose objects. Git follows them, and tidying up would delete
 * the objects of whatever repository they lead to.
 */
export async function dropObjectLinks(clone: string): Promise<void> {
  await dropBelow(join(clone, 'objects'), false);
}

async function dropBelow(folder: string, recursive = true): Promise<void> {
  for (const entry of await entriesOf(folder, recursive)) {
    // Whoever reads a pipe waits for ever.
    if (!entry.isFile() && !entry.isDirectory()) await rm(join(entry.parentPath, entry.name), { force: true });
  }
}

async function dropSymbolicRefs(folder: string): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await readFile(path, 'utf8')).startsWith('ref:')) await rm(path, { force: true });
  }
}

async function entriesOf(folder: string, recursive = true) {
  try {
    return await readdir(folder, { recursive, withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
    throw error;
  }
}
