import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { baseRef } from '../model/branch-names.ts';
import { type LaterWork, laterWork } from '../model/left-work.ts';
import { projectPaths } from '../model/project-paths.ts';
import { findCommit, listRefs } from './git/refs.ts';
import { git } from './git/run-git.ts';
import { taskWorktreePath } from './git/task-worktree.ts';
import { keepWork } from './keep-work.ts';

export type LaterWorkRequest = {
  readonly home: string;
  readonly projectId: string;
  readonly taskId: string;
  readonly branch: string;
  /** The last run that worked there. */
  readonly runId: string;
  /** What the branch held when last something was told of it. */
  readonly since: string;
};

/**
 * Keeps what somebody left uncommitted in the worktree of a task after its last run had ended, as what a run leaves is kept: on
 * the branch, or beside it. Call it when no run of the task is at work.
 * @returns what there is to tell of it, and of what was kept so before and not told; if anything
 */
export async function keepLaterWork(request: LaterWorkRequest): Promise<LaterWork | undefined> {
  const { home, projectId, taskId, branch, runId, since } = request;
  const { clone, filesDir, worktreesDir } = projectPaths(home, projectId);
  if (!existsSync(join(worktreesDir, taskId, '.git'))) return undefined;
  const worktree = await taskWorktreePath(worktreesDir, taskId);
  const base = await findCommit(clone, baseRef(taskId));
  if (base === undefined) return undefined;
  const before = await listRefs(clone, 'refs/cw/rescue/');
  const subject = `Keep what was left uncommitted for ${taskId}`;
  const report = await keepWork({ clone, filesDir, worktree, branch, base, runId, subject });
  const changed = await keptSince(clone, { subject, since, tip: report.headSha });
  return laterWork(report, { changed, keptAs: null, isTold: (ref) => before.has(ref) });
}

type Kept = { readonly subject: string; readonly since: string; readonly tip: string };

/** Files in what was kept on a branch under a subject: also by a call whose answer nobody was told. */
async function keptSince(clone: string, { subject, since, tip }: Kept): Promise<readonly string[]> {
  const args = ['log', '--format=', '--name-only', '--no-renames', '-z', '--fixed-strings', `--grep=${subject}`];
  const { stdout } = await git(clone, [...args, `${since}..${tip}`]);
  return [...new Set(stdout.split('\0').filter((path) => path !== ''))].toSorted();
}
