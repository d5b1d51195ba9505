import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { baseRef } from '../model/branch-names.ts';
import { type LaterWork, laterWork } from '../model/left-work.ts';
import { projectPaths } from '../model/project-paths.ts';
import { findCommit, listRefs } from './git/refs.ts';
import { taskWorktreePath } from './git/task-worktree.ts';
import { keepWork } from './keep-work.ts';

export type LaterWorkRequest = {
  readonly home: string;
  readonly projectId: string;
  readonly taskId: string;
  readonly branch: string;
  /** The last run that worked there. */
  readonly runId: string;
};

/**
 * Keeps what somebody left uncommitted in the worktree of a task after its last run had ended, as what a run leaves is kept: on
 * the branch, or beside it. Call it when no run of the task is at work.
 * @returns what there is to tell of it, if anything
 */
export async function keepLaterWork(request: LaterWorkRequest): Promise<LaterWork | undefined> {
  const { home, projectId, taskId, branch, runId } = request;
  const { clone, filesDir, worktreesDir } = projectPaths(home, projectId);
  if (!existsSync(join(worktreesDir, taskId, '.git'))) return undefined;
  const worktree = await taskWorktreePath(worktreesDir, taskId);
  const base = await findCommit(clone, baseRef(taskId));
  if (base === undefined) return undefined;
  const before = await listRefs(clone, 'refs/cw/rescue/');
  const subject = `Keep what was left uncommitted for ${taskId}`;
  const report = await keepWork({ clone, filesDir, worktree, branch, base, runId, subject });
  const changed = report.committed === null ? [] : report.files;
  return laterWork(report, { changed, keptAs: null, isTold: (ref) => before.has(ref) });
}
