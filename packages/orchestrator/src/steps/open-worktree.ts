import type { RunRecord } from '@cw/agents';
import { listAttempts } from '@cw/agents';
import { isNews, tellRefreshed } from '@cw/integration';
import { Fault, step } from '@cw/kernel';
import { findTaskBranch, openTaskWorktree, refreshIntegration, startFreshAttempt, tipRef } from '@cw/projects';
import { getTask } from '@cw/tasks';
import { isThere } from '../adapters/run-files.ts';
import type { Reached } from '../commands/advance-run.ts';
import { actFor, type Driving, whileDispatching } from '../deps.ts';
import { keepWorkOf } from './commit-work.ts';
import { projectOf } from './project-of.ts';
import { tellLaterWork } from './tell-later-work.ts';

/**
 * Opens the task's worktree on the integration branch as it is now, with what the user has committed since. What an
 * earlier attempt left on the branch is kept under `refs/cw/attempts/<run>`. A run that goes on with another one finds the
 * worktree as that one left it.
 * @throws Fault `run.nothing-to-go-on-with`
 */
export async function openWorktree(deps: Driving, run: RunRecord): Promise<Reached> {
  const { project, paths } = await projectOf(deps, run.projectId);
  const task = await getTask(deps.storage.read, run.taskId);
  if (task === undefined) throw new Error(`run ${run.id} is for a task that is gone`);
  const found = await refreshIntegration(deps.home, project);
  const looked = { project, found, isThere: project.sourceKind === 'url' || isThere(project.source) };
  if (await isNews(deps.storage.read, looked)) {
    await whileDispatching(deps, (tx) => tellRefreshed(tx, looked, actFor(run)));
  }
  const last = await lastAttempt(deps, run);
  const left = (await findTaskBranch(paths.clone, task.id)) !== undefined || isThere(last?.worktree);
  const earlier = left ? last : undefined;
  // What the last attempt left is kept first, also when that attempt could not end as it should.
  const kept = earlier === undefined ? undefined : await keepWorkOf(deps, earlier, earlier.id);
  const worktree = await openTaskWorktree({
    clone: paths.clone,
    worktreesDir: paths.worktreesDir,
    taskId: task.id,
    title: task.title,
    startFrom: tipRef(project.integrationBranch),
  });
  if (earlier !== undefined && kept !== undefined) {
    await tellLaterWork(deps, { run, earlier, report: kept, branch: worktree.branch });
  }
  if (run.resumes !== null) {
    const baseSha = earlier === undefined ? null : await baseOfResumed(deps, run, worktree.branch);
    if (baseSha === null) throw gone(run);
    return { runId: run.id, step: 'hook', facts: { worktree: worktree.path, branch: worktree.branch, baseSha } };
  }
  const baseSha =
    earlier === undefined
      ? worktree.baseSha
      : await startFreshAttempt({
          clone: paths.clone,
          worktree: worktree.path,
          branch: worktree.branch,
          taskId: task.id,
          lastRunId: earlier.id,
          rescued: typeof kept?.rescueRef === 'string',
          startFrom: tipRef(project.integrationBranch),
        });
  return {
    runId: run.id,
    step: 'hook',
    facts: { worktree: worktree.path, branch: worktree.branch, baseSha },
  };
}

/** Where the work began that a run goes on with; null when the worktree is no longer as that was left. */
async function baseOfResumed(deps: Driving, run: RunRecord, branch: string): Promise<string | null> {
  const attempts = await listAttempts(deps.storage.read, run.taskId);
  const resumed = attempts.find(({ id }) => id === run.resumes);
  const between = attempts.filter(
    ({ attempt, worktree }) => worktree !== null && attempt > (resumed?.attempt ?? 0) && attempt < run.attempt,
  );
  const isUntouched = between.every(({ resumes, startedAt }) => resumes === run.resumes && startedAt === null);
  return resumed?.branch === branch && isUntouched ? resumed.baseSha : null;
}

function gone(run: RunRecord): Fault {
  return new Fault({
    code: 'run.nothing-to-go-on-with',
    message: `What the run ${run.resumes} left is not in the worktree of its task any more, so it cannot be resumed.`,
    next: [step('Start over', 'run retry', run.taskId, '--fresh')],
  });
}

/** The run before this one that had a worktree in this project. */
async function lastAttempt(deps: Driving, run: RunRecord): Promise<RunRecord | undefined> {
  const attempts = await listAttempts(deps.storage.read, run.taskId);
  return attempts.findLast(
    ({ attempt, worktree, projectId }) => attempt < run.attempt && worktree !== null && projectId === run.projectId,
  );
}
