import type { RunRecord } from '@cw/agents';
import { sayerOf, unwrap } from '@cw/kernel';
import { keepWork, type WorkReport } from '@cw/projects';
import { leftOf, sayHeldBack, sayLeft } from '@cw/projects/contract';
import { tasksWithin } from '@cw/tasks';
import { keepLeftoverReport, readLeftoverReport } from '../adapters/run-files.ts';
import type { Reached } from '../commands/advance-run.ts';
import { actFor, type Driving, whileDispatching } from '../deps.ts';
import type { LeftReason } from '../model/left-reason.ts';
import { hasSaid } from '../queries/has-said.ts';
import { projectOf } from './project-of.ts';
import { worktreeOf } from './worktree-of.ts';

const say = sayerOf({ 'held-back': sayHeldBack });

/** Puts on the run's branch what the agent left uncommitted, and says on the task what could not go there. */
export async function commitWork(deps: Driving, run: RunRecord): Promise<Reached> {
  const report = await keepWorkOf(deps, run, run.id);
  keepLeftoverReport(deps.agents.logDir(run.id), report);
  const left = leftOf(report);
  if (left !== undefined) await sayOnTask(deps, run, sayLeft(left, say));
  return { runId: run.id, step: 'enqueue', facts: { headSha: report.headSha } };
}

/** Says something on the task of a run, once. */
export function sayOnTask(deps: Driving, run: RunRecord, text: string): Promise<void> {
  return whileDispatching(deps, async (tx) => {
    if (await hasSaid(tx, run, text)) return;
    unwrap(await tasksWithin(tx).comment({ task: run.taskId, text }, actFor(run)));
  });
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

/** Why a run's work cannot be merged from its branch, though it is kept; undefined when the branch holds it. */
export function notOnBranch(deps: Driving, run: RunRecord): LeftReason | undefined {
  const report = readLeftoverReport(deps.agents.logDir(run.id));
  const nothingThere = report.rescueRef !== null && report.headSha === run.baseSha;
  const doubtful = report.unfinished !== null || report.strayed || report.filesLost || nothingThere;
  const left = doubtful ? leftOf(report) : undefined;
  return left && { code: 'dispatch.not-on-branch', ...left };
}
