import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isFault } from '@cw/kernel';
import { integrationBranch } from '../../model/branch-names.ts';
import { registerWorktree } from './register-worktree.ts';
import { git } from './run-git.ts';
import { makeIndexReadable } from './worktree-index.ts';
import { relinkWorktree } from './worktree-link.ts';
import { forgetSetUp, gitDirOf, markFilled, markUnfilled, readCopied, writeCopied } from './worktree-state.ts';

/**
 * Makes a working tree that belongs to cw alone show exactly one commit and nothing else: ignored and untracked files
 * go too. Never for a tree in which somebody works.
 */
export async function resetWorktree(clone: string, path: string, commit: string): Promise<void> {
  // What ran in it before may have led it elsewhere.
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (isThere) await relinkWorktree({ clone, path, branch: integrationBranch });
  try {
    await registerWorktree({ clone, path, at: { commit } });
  } catch (error) {
    if (!isFault(error)) throw error;
    await rm(path, { recursive: true, force: true });
    await registerWorktree({ clone, path, at: { commit } });
  }
  const gitDir = await gitDirOf(path);
  await markUnfilled(gitDir);
  for (const lock of ['index.lock', 'HEAD.lock']) await rm(join(gitDir, lock), { force: true });
  // Entries hidden for a prepared file would keep that file in place of the commit's own.
  if ((await readCopied(gitDir)).length > 0) await rm(join(gitDir, 'index'), { force: true });
  else await makeIndexReadable(path, gitDir);
  await writeCopied(gitDir, []);
  await forgetSetUp(gitDir);
  await git(path, ['update-ref', '--no-deref', 'HEAD', commit]);
  await git(path, ['read-tree', '-u', '--reset', commit]);
  await git(path, ['clean', '-ffdxq']);
  await markFilled(gitDir);
}
