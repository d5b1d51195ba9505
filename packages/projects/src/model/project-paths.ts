import { join } from 'node:path';

/** Where a project's things lie in the workspace. */
export type ProjectPaths = {
  readonly dir: string;
  /** The private, bare clone. */
  readonly clone: string;
  /** Files that the set-up hook copies into each working tree. */
  readonly filesDir: string;
  /** A folder for each task's working tree, and one for merges. */
  readonly worktreesDir: string;
  readonly mergeWorktree: string;
};

export function projectPaths(home: string, projectId: string): ProjectPaths {
  const dir = join(home, 'projects', projectId);
  const worktreesDir = join(home, 'worktrees', projectId);
  return {
    dir,
    clone: join(dir, 'repo.git'),
    filesDir: join(dir, 'worktree-files'),
    worktreesDir,
    mergeWorktree: join(worktreesDir, 'merge'),
  };
}

/** Whether a path is that of a private clone, or of something in one. */
export function isInClone(path: string): boolean {
  return /\/projects\/pr_[^/]+\/repo\.git(\/|$)/.test(path);
}
