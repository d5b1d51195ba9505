import type { RunRecord } from '@cw/agents';
import { unwrap } from '@cw/kernel';
import { keepWork, type WorkReport } from '@cw/projects';
import { tasksWithin } from '@cw/tasks';
import { keepLeftoverReport, readLeftoverReport } from '../adapters/run-files.ts';
import type { Reached } from '../commands/advance-run.ts';
import { actFor, type Driving, whileDispatching } from '../deps.ts';
import { hasSaid } from '../queries/has-said.ts';
import { projectOf } from './project-of.ts';
import { worktreeOf } from './worktree-of.ts';

/** Puts on the run's branch what the agent left uncommitted, and says on the task what could not go there. */
export async function commitWork(deps: Driving, run: RunRecord): Promise<Reached> {
  const report = await keepWorkOf(deps, run, run.id);
  keepLeftoverReport(deps.agents.logDir(run.id), report);
  const text = describeKept(report);
  if (text !== undefined) {
    await whileDispatching(deps, async (tx) => {
      if (await hasSaid(tx, run, text)) return;
      unwrap(await tasksWithin(tx).comment({ task: run.taskId, text }, actFor(run)));
    });
  }
  return { runId: run.id, step: 'enqueue', facts: { headSha: report.headSha } };
}

/**
 * Commits what is left in a run's worktree, which is made whole first.
 * @param runId the run that left it; not the given one when that only finds it there
 */
export async function keepWorkOf(deps: Driving, run: RunRecord, runId: string): Promise<WorkReport> {
  const { worktree, branch, baseSha: base } = worktreeOf(run);
  const { clone, filesDir } = (await projectOf(deps, run.projectId)).paths;
  const subject = `Keep what the run left uncommitted for ${run.taskId}`;
  return keepWork({ clone, filesDir, worktree, branch, base, runId, subject });
}

/** What is not on the branch and where it is kept, in sentences for people; undefined when everything is there. */
export function describeKept(report: WorkReport): string | undefined {
  const setAside = report.setAside ?? [];
  const reasons = [
    ...(report.filesLost ? [filesWereLost] : []),
    ...setAside.map(
      (path) => `Something else lay in the place of the worktree or of its \`.git\`. It was moved to ${path}.`,
    ),
    ...(report.unfinished === null ? [] : [`The worktree was in the middle of a ${report.unfinished}.`]),
    ...(report.strayed ? ['The worktree was on a commit that does not continue the branch of the task.'] : []),
    ...(report.forgottenCommits > 0 ? [`${report.forgottenCommits} commits were on no branch any more.`] : []),
    ...report.heldBack.slice(0, 20).map(({ path, reason }) => `- \`${path}\`: ${reason}`),
    ...(report.heldBack.length > 20 ? [`- and ${report.heldBack.length - 20} more`] : []),
  ];
  if (report.rescueRef === null) return reasons.length === 0 ? undefined : reasons.join('\n');
  const kept = `Not everything the run left is on its branch. It is kept under \`${report.rescueRef}\` in the project's clone.`;
  return [kept, '', ...reasons].join('\n');
}

const filesWereLost =
  'The agent deleted the files of its worktree, so that what it had not committed is lost. What it had committed is on the branch of the task.';

/** Why a run's work cannot be merged from its branch, though it is kept; undefined when the branch holds it. */
export function notOnBranch(deps: Driving, run: RunRecord): string | undefined {
  const report = readLeftoverReport(deps.agents.logDir(run.id));
  const nothingThere = report.rescueRef !== null && report.headSha === run.baseSha;
  const doubtful = report.unfinished !== null || report.strayed || report.filesLost || nothingThere;
  return doubtful ? describeKept(report) : undefined;
}
