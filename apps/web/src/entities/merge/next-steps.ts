import type { MergeRequestView, RunRow } from '../../data/api-types.ts';
import { mergeIsStuck } from './merge-state.ts';

/** What a person can do about a merge that failed, as a sentence; undefined while nothing is to be done. */
export function mergeNext(merge: Pick<MergeRequestView, 'state' | 'targetBranch'>): string | undefined {
  if (!mergeIsStuck(merge.state)) return undefined;
  const anew = 'Or assign the task again to start a new attempt.';
  if (merge.state === 'conflict') {
    return `In the worktree, merge ${merge.targetBranch} into the branch, resolve the files and commit; then try the merge again. ${anew}`;
  }
  if (merge.state === 'checks-failed') {
    return `Fix the branch in its worktree and commit, or fix what the check needs; then try the merge again. ${anew}`;
  }
  return `Fix what the reason names; then try the merge again. ${anew}`;
}

/** What a person can do about a task that stands still after a run with this outcome; undefined: it had no run. */
export function runNext(outcome: RunRow['outcome'] | undefined, failure: RunRow['failure'] = null): string {
  if (outcome === undefined) return 'Assign the task once it can continue.';
  if (outcome === 'needs-input' || outcome === 'blocked') {
    return 'Answer when you try it again: the agent resumes with your answer, and reads comments and the description too.';
  }
  if (outcome === 'done') return 'Close the task if nothing is missing, or try it again and say what is.';
  if (outcome === 'stopped') return 'Try it again to resume where it stopped, or assign the task for a new attempt.';
  if (failure === 'cap') return 'Raise it in the settings of its project, or for this task only; then try it again.';
  return "The run's log shows how far it got. Try it again to resume there, or assign the task for a new attempt.";
}
