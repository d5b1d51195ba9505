import { type ProjectView, projectPaths, type Removal, removeWorktree, tipRef, whyKeepWorktree } from '@cw/projects';
import { taskFolders } from '../adapters/task-folders.ts';
import { keepWorktrees } from '../config-keys.ts';
import { whyKeepTree } from '../model/cleaning.ts';
import { isAtWork, tasksOfTrees } from '../queries/find-leftovers.ts';
import type { Sweep } from './clean-up.ts';

/**
 * Removes the worktrees of a project's tasks that are closed, and whose work has arrived.
 * @returns the tasks whose worktree went, or would go
 */
export async function sweepTrees(sweep: Sweep, project: ProjectView): Promise<ReadonlySet<string>> {
  const { read, home, clock, dryRun } = sweep;
  const folders = taskFolders(home, project.id);
  const named = folders.map(({ taskId }) => taskId);
  const tasks = await tasksOfTrees(read, named);
  const gone = new Set<string>();
  const hours = await sweep.settingOf(keepWorktrees, project.id);
  for (const { taskId, path } of folders) {
    if (sweep.signal?.aborted) return gone;
    const task = tasks.get(taskId);
    const why =
      task === undefined ? 'it belongs to no known task of this workspace' : whyKeepTree(task, hours, clock.now());
    if (task === undefined || why !== null) {
      sweep.kept('worktree', path, why ?? '');
      continue;
    }
    const request = {
      clone: projectPaths(home, project.id).clone,
      path,
      mergedInto: tipRef(task.mergedInto ?? project.integrationBranch),
      mergedHead: task.mergedHead ?? undefined,
      isFree: async () => !(await isAtWork(read, taskId)),
    };
    const found = dryRun ? await whyKeepWorktree(request) : await removeWorktree(request);
    const stays = reasonOf(found);
    if (stays !== undefined) sweep.kept('worktree', path, stays);
    else if (found?.kind !== 'absent') {
      gone.add(taskId);
      sweep.removed({ kind: 'worktree', thing: path, taskId, bytes: null, commit: null });
    }
  }
  return gone;
}

function reasonOf(found: Removal | undefined): string | undefined {
  if (found?.kind !== 'kept') return undefined;
  if (found.why === 'dirty') return `it has uncommitted changes: ${found.detail}`;
  if (found.why === 'unmerged') return `its commit ${found.detail.slice(0, 10)} is not merged`;
  return `it is in use by ${found.detail}`;
}
