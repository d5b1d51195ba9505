import type { RunRecord } from '@cw/agents';
import { unwrap } from '@cw/kernel';
import { commitLeftovers, type LeftoverReport } from '@cw/projects';
import { addCommentStep } from '@cw/tasks';
import { keepLeftoverReport, readLeftoverReport } from '../adapters/run-files.ts';
import type { Reached } from '../commands/advance-run.ts';
import { actFor, type Driving, whileDispatching } from '../deps.ts';
import { worktreeOf } from './worktree-of.ts';

/** Puts on the run's branch what the agent left uncommitted, and says on the task what could not go there. */
export async function commitWork(deps: Driving, run: RunRecord): Promise<Reached> {
  const { worktree, branch } = worktreeOf(run);
  const report = await commitLeftovers({
    worktree,
    branch,
    runId: run.id,
    subject: `Keep what the run left uncommitted for ${run.taskId}`,
  });
  keepLeftoverReport(deps.agents.logDir(run.id), report);
  const text = describeKept(report);
  if (text !== undefined) {
    unwrap(
      await whileDispatching(deps, (tx) =>
        addCommentStep(tx, { taskId: run.taskId, text, ids: deps.ids }, actFor(run)),
      ),
    );
  }
  return { runId: run.id, step: 'enqueue', facts: { headSha: report.headSha } };
}

/** What is not on the branch and where it is kept, in sentences for people; undefined when everything is there. */
export function describeKept(report: LeftoverReport): string | undefined {
  if (report.rescueRef === null) return undefined;
  const reasons = [
    ...(report.unfinished === null ? [] : [`The worktree was in the middle of a ${report.unfinished}.`]),
    ...(report.strayed ? ['The worktree was on a commit that does not continue the branch of the task.'] : []),
    ...(report.forgottenCommits > 0 ? [`${report.forgottenCommits} commits were on no branch any more.`] : []),
    ...report.heldBack.slice(0, 20).map(({ path, reason }) => `- \`${path}\`: ${reason}`),
    ...(report.heldBack.length > 20 ? [`- and ${report.heldBack.length - 20} more`] : []),
  ];
  return `Not everything the run left is on its branch. It is kept under \`${report.rescueRef}\` in the project's clone.\n\n${reasons.join('\n')}`;
}

/** Why a run's work cannot be merged from its branch, though it is kept; undefined when the branch holds it. */
export function notOnBranch(deps: Driving, run: RunRecord): string | undefined {
  const report = readLeftoverReport(deps.agents.logDir(run.id));
  const nothingThere = report.rescueRef !== null && report.headSha === run.baseSha;
  return report.unfinished !== null || report.strayed || nothingThere ? describeKept(report) : undefined;
}
