import type { RunRecord } from '@cw/agents';
import { listAttempts } from '@cw/agents';
import { findTaskBranch, openTaskWorktree, refreshIntegration, startFreshAttempt, tipRef } from '@cw/projects';
import { getTask } from '@cw/tasks';
import type { Reached } from '../commands/advance-run.ts';
import { actFor, type Driving, whileDispatching } from '../deps.ts';
import { projectOf } from './project-of.ts';

/**
 * Opens the task's worktree on the integration branch as it is now, with what the user has committed since. What an
 * earlier attempt left on the branch is kept under `refs/cw/attempts/<run>`.
 */
export async function openWorktree(deps: Driving, run: RunRecord): Promise<Reached> {
  const { project, paths } = await projectOf(deps, run.projectId);
  const task = await getTask(deps.storage.read, run.taskId);
  if (task === undefined) throw new Error(`run ${run.id} is for a task that is gone`);
  const { strayed } = await refreshIntegration(deps.home, project);
  if (strayed !== undefined) {
    const event = { type: 'project.branch-restored', entity: project.id, payload: strayed };
    await whileDispatching(deps, (tx) => tx.append(event, actFor(run)));
  }
  const earlier = await findTaskBranch(paths.clone, task.id);
  const worktree = await openTaskWorktree({
    clone: paths.clone,
    worktreesDir: paths.worktreesDir,
    taskId: task.id,
    title: task.title,
    startFrom: tipRef(project.integrationBranch),
  });
  const last = earlier === undefined ? undefined : await lastAttempt(deps, run);
  const baseSha =
    last === undefined
      ? worktree.baseSha
      : await startFreshAttempt({
          clone: paths.clone,
          worktree: worktree.path,
          branch: worktree.branch,
          taskId: task.id,
          lastRunId: last,
          startFrom: tipRef(project.integrationBranch),
        });
  return {
    runId: run.id,
    step: 'hook',
    facts: { worktree: worktree.path, branch: worktree.branch, baseSha },
  };
}

/** The run before this one that had a worktree. */
async function lastAttempt(deps: Driving, run: RunRecord): Promise<string | undefined> {
  const attempts = await listAttempts(deps.storage.read, run.taskId);
  return attempts.filter((other) => other.attempt < run.attempt && other.worktree !== null).at(-1)?.id;
}
