import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitAnswer, type GitOptions, git, gitLine } from './run-git.ts';

/** A copy of a working tree's index to prepare commits in, so that the real one changes only when all went well. */
export type CopiedIndex = {
  readonly worktree: string;
  git(args: readonly string[], options?: GitOptions): Promise<GitAnswer>;
  writeTree(): Promise<string>;
  copy(): Promise<CopiedIndex>;
  /** Makes it the working tree's index. Only when no process works in the tree: a lock left behind goes too. */
  install(): Promise<void>;
  remove(): Promise<void>;
};

export async function copyIndex(worktree: string, gitDir: string): Promise<CopiedIndex> {
  return copyOf(join(gitDir, 'index'), { worktree, gitDir });
}

async function copyOf(from: string, at: { readonly worktree: string; readonly gitDir: string }): Promise<CopiedIndex> {
  const { worktree, gitDir } = at;
  const path = join(gitDir, `cw-index-${randomBytes(6).toString('hex')}`);
  if (existsSync(from)) await copyWithTime(from, path);
  const env = { GIT_INDEX_FILE: path };
  return {
    worktree,
    git: (args, options = {}) => git(worktree, args, { ...options, env: { ...env, ...options.env } }),
    writeTree: () => gitLine(worktree, ['write-tree'], { env }),
    copy: () => copyOf(path, at),
    install: async () => {
      await rename(path, join(gitDir, 'index'));
      await rm(join(gitDir, 'index.lock'), { force: true });
    },
    remove: () => rm(path, { force: true }),
  };
}

/**
 * Git takes a file of the same size and second as its entry for unchanged, unless the index was written in that second too
 * ("racy git" in git's own documentation). So a copy that seemed written later would hide what was changed right after a checkout.
 */
async function copyWithTime(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await copyFile(from, to);
  await utimes(to, atime, mtime);
}
