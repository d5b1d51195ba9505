/** The standing branch that tasks without an initiative are merged into. */
export const integrationBranch = 'cw/next';

/** Everything cw puts into the user's repository lies under this prefix; a branch called `cw` would be in the way. */
export const ownBranchPrefix = 'cw/';

/** What the branches of all tasks begin with. */
export const taskBranchesPrefix = 'cw-task/';

/** Branches of one task: a ref directory of its own, so that a sandbox can open just it. */
export function taskBranchPrefix(taskId: string): string {
  return `${taskBranchesPrefix}${taskId}/`;
}

export function taskBranch(taskId: string, title: string): string {
  return `${taskBranchPrefix(taskId)}${slug(title)}`;
}

/** Where a run's work is kept that could not go on its branch. */
export function rescueRef(runId: string): string {
  return `refs/cw/rescue/${runId}`;
}

/** Where the branch as a run left it is kept before a fresh attempt. */
export function attemptRef(runId: string): string {
  return `refs/cw/attempts/${runId}`;
}

/** Where the commit is kept that a task's branch started from. */
export function baseRef(taskId: string): string {
  return `refs/cw/bases/${taskId}`;
}

/** A title as part of a branch name: `a-z`, `0-9` and single dashes, at most 40 characters, never empty. */
export function slug(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return words === '' ? 'task' : words;
}
