import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Fault } from '@cw/kernel';
import { underCloneLock } from './clone-lock.ts';
import { git, gitFields } from './run-git.ts';
import { type StandsAt, writeWorktreeEntry } from './worktree-entry.ts';
import { gitDirOf, isFilled, markFilled } from './worktree-state.ts';

export type WorktreeAt = {
  readonly clone: string;
  readonly path: string;
  /** A branch to stand on, or a commit to stand on without one. */
  readonly at: StandsAt;
};

/**
 * Makes a working tree, or answers the one that is there. It is registered under the clone's lock without its files
 * and filled afterwards, so that many can be made side by side; a filling that was cut short is done again.
 * @returns true when it was made now
 * @throws Fault `worktree.path-taken` when something else lies at the path
 */
export async function registerWorktree(request: WorktreeAt): Promise<boolean> {
  const made = await underCloneLock(request.clone, () => register(request));
  const gitDir = await gitDirOf(request.path);
  if (!(await isFilled(gitDir))) {
    await rm(join(gitDir, 'index.lock'), { force: true });
    await git(request.path, ['read-tree', '-u', '--reset', 'HEAD']);
    await markFilled(gitDir);
  }
  return made;
}

async function register(request: WorktreeAt): Promise<boolean> {
  if (await isRegistered(request)) return false;
  await clearPath(request.path);
  await mkdir(dirname(request.path), { recursive: true, mode: 0o700 });
  await writeWorktreeEntry(request.clone, request.path, request.at);
  return true;
}

/** A registration whose directory is gone is forgotten before the path is used again. */
async function isRegistered({ clone, path }: WorktreeAt): Promise<boolean> {
  if (!existsSync(path)) return false;
  const fields = await gitFields(clone, ['worktree', 'list', '--porcelain', '-z']);
  if (!fields.includes(`worktree ${path}`)) return false;
  if (existsSync(join(path, '.git'))) return true;
  await git(clone, ['worktree', 'prune']);
  return false;
}

/** Takes away what a registration that was cut short leaves (an empty directory, or one with only a `.git` file). */
async function clearPath(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const entries = await readdir(path);
  if (entries.length === 0) return;
  if (entries.length === 1 && entries[0] === '.git') {
    await rm(join(path, '.git'), { force: true });
    return;
  }
  throw new Fault({
    code: 'worktree.path-taken',
    message: `Cannot create a worktree at ${path}: it contains files that are not a git worktree.`,
    hint: 'Move that directory elsewhere, then try again.',
  });
}
