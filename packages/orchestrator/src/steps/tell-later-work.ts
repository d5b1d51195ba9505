import type { RunRecord } from '@cw/agents';
import { sayerOf } from '@cw/kernel';
import { changesBetween, isAncestor, keepAttempt, laterWork, type WorkReport } from '@cw/projects';
import { leftOf, sayHeldBack, sayLaterWork, sayLeft } from '@cw/projects/contract';
import { findLeftoverReport } from '../adapters/run-files.ts';
import type { Driving } from '../deps.ts';
import { sayOnTask } from './commit-work.ts';
import { projectOf } from './project-of.ts';

const say = sayerOf({ 'held-back': sayHeldBack });

export type Found = {
  readonly run: RunRecord;
  /** The run before it in the same worktree. */
  readonly earlier: RunRecord;
  /** What became of what was found there. */
  readonly report: WorkReport;
  readonly branch: string;
};

/**
 * Says on the task what a person, or whatever else, left in its worktree since the last run ended: what of it the next run finds on the
 * branch, and where the rest is. What a run left that could not say so itself is told as its own.
 */
export async function tellLaterWork(deps: Driving, { run, earlier, report, branch }: Found): Promise<void> {
  const before = findLeftoverReport(deps.agents.logDir(earlier.id));
  if (earlier.headSha === null) {
    const left = leftOf(report);
    if (left !== undefined) await sayOnTask(deps, run, sayLeft(left, say));
    return;
  }
  const { clone } = (await projectOf(deps, run.projectId)).paths;
  const changed = await changedSince(clone, earlier.headSha, report.headSha);
  const keptAs = run.resumes === null && changed.length > 0 ? await keepAttempt(clone, branch, earlier.id) : null;
  const later = laterWork(report, { changed, keptAs, isTold: (ref) => ref === before?.rescueRef });
  if (later !== undefined) await sayOnTask(deps, run, sayLaterWork(later, say));
}

/** Files that were changed on a branch since; none where it was moved elsewhere. */
async function changedSince(clone: string, before: string, now: string): Promise<readonly string[]> {
  if (before === now || !(await isAncestor(clone, before, now))) return [];
  return ((await changesBetween(clone, before, now))?.files ?? []).map(({ path }) => path);
}
