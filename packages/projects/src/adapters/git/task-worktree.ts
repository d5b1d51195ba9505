import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@cw/kernel';
import { attemptRef, baseRef, taskBranch, taskBranchPrefix } from '../../model/branch-names.ts';
import { forgetUnfinished } from './head-state.ts';
import { absent, commitOf, findCommit, isAncestor, listRefs, moveRef, moveRefs } from './refs.ts';
import { registerWorktree } from './register-worktree.ts';
import { git, gitLine } from './run-git.ts';
import { uncommittedWork } from './set-up-products.ts';
import { excludesOption, gitDirOf, markFilled, markUnfilled } from './worktree-state.ts';

export type TaskWorktree = {
  readonly path: string;
  readonly branch: string;
  /** The commit its branch started from. */
  readonly baseSha: string;
  readonly headSha: string;
  readonly created: boolean;
};

export type TaskWorktreeRequest = {
  readonly clone: string;
  /** Folder of the project's working trees. */
  readonly worktreesDir: string;
  readonly taskId: string;
  /** Names the branch the first time; later the branch keeps its name. */
  readonly title: string;
  /** The branch that new work starts from. */
  readonly startFrom: string;
};

/**
 * The one working tree and branch of a task, made when missing. Repeating it answers the same ones, at the same
 * path, whatever the task is called by then, and whenever an earlier call was cut short.
 */
export async function openTaskWorktree(request: TaskWorktreeRequest): Promise<TaskWorktree> {
  const { clone, taskId } = request;
  const branch = await ensureTaskBranch(request);
  await mkdir(request.worktreesDir, { recursive: true, mode: 0o700 });
  const path = await taskWorktreePath(request.worktreesDir, taskId);
  const created = await registerWorktree({ clone, path, at: { branch } });
  const headSha = await commitOf(clone, `refs/heads/${branch}`);
  return { path, branch, baseSha: (await findCommit(clone, baseRef(taskId))) ?? headSha, headSha, created };
}

/** The branch a task has already, if any. */
export async function findTaskBranch(clone: string, taskId: string): Promise<string | undefined> {
  const [ref] = (await listRefs(clone, `refs/heads/${taskBranchPrefix(taskId)}`)).keys();
  return ref?.slice('refs/heads/'.length);
}

async function ensureTaskBranch({ clone, taskId, title, startFrom }: TaskWorktreeRequest): Promise<string> {
  const existing = await findTaskBranch(clone, taskId);
  if (existing !== undefined) return existing;
  const branch = taskBranch(taskId, title);
  const start = await commitOf(clone, startFrom);
  const base = (await findCommit(clone, baseRef(taskId))) ?? absent;
  const why = 'cw: task starts';
  await moveRefs(clone, [
    { ref: baseRef(taskId), to: start, from: base, why },
    { ref: `refs/heads/${branch}`, to: start, from: absent, why },
  ]);
  return branch;
}

/** Whether a task's branch has the files that it began with, however many commits it has. */
export async function changesNothing(
  clone: string,
  { taskId, head }: { readonly taskId: string; readonly head: string },
): Promise<boolean> {
  const base = await findCommit(clone, baseRef(taskId));
  if (base === undefined || base === head) return base !== undefined;
  const [began, ended] = (await gitLine(clone, ['rev-parse', `${base}^{tree}`, `${head}^{tree}`])).split('\n');
  return began === ended;
}

/** Where a task's branch began, when another commit has nothing of that and the branch still does: history was rewritten meanwhile. */
export async function beganOutside(
  clone: string,
  { taskId, head, target }: { readonly taskId: string; readonly head: string; readonly target: string },
): Promise<string | undefined> {
  const base = await findCommit(clone, baseRef(taskId));
  if (base === undefined || (await isAncestor(clone, base, target))) return undefined;
  return (await isAncestor(clone, base, head)) ? base : undefined;
}

/** Where a task's working tree lies, with symbolic links resolved as git reports it. */
export async function taskWorktreePath(worktreesDir: string, taskId: string): Promise<string> {
  return join(await realpath(worktreesDir), taskId);
}

export type FreshAttempt = {
  readonly clone: string;
  readonly worktree: string;
  readonly branch: string;
  readonly taskId: string;
  /** The run whose work is set aside. */
  readonly lastRunId: string;
  /** The branch that new work starts from. */
  readonly startFrom: string;
  /** True when whatever is not committed there, or was begun and not ended, is kept elsewhere: it then goes. */
  readonly rescued: boolean;
};

/**
 * Starts a task's branch again from the integration branch. What the last run left stays reachable under
 * `refs/cw/attempts/<run>`. Call it only when no process works in the working tree, after leftovers were committed.
 * @throws Fault `worktree.dirty` when something uncommitted would be lost
 */
export async function startFreshAttempt(request: FreshAttempt): Promise<string> {
  const { clone, worktree, branch } = request;
  const ref = `refs/heads/${branch}`;
  const gitDir = await gitDirOf(worktree);
  if (!request.rescued) await mustBeClean(worktree);
  const tip = await commitOf(clone, ref);
  const start = await commitOf(clone, request.startFrom);
  await keepRef(clone, attemptRef(request.lastRunId), tip);
  await markUnfilled(gitDir);
  if (request.rescued) await forgetUnfinished(gitDir);
  await git(worktree, ['symbolic-ref', '-m', 'cw: fresh attempt', 'HEAD', ref]);
  await moveRef(clone, { ref, to: start, from: tip, why: 'cw: fresh attempt' });
  const base = (await findCommit(clone, baseRef(request.taskId))) ?? absent;
  await moveRef(clone, { ref: baseRef(request.taskId), to: start, from: base, why: 'cw: fresh attempt' });
  await git(worktree, ['read-tree', '-u', '--reset', 'HEAD']);
  if (request.rescued) await git(worktree, [...excludesOption(gitDir), 'clean', '-fdq']);
  await markFilled(gitDir);
  return start;
}

/** Keeps the branch as an attempt left it, before another one starts again from elsewhere. @returns the ref */
export async function keepAttempt(clone: string, branch: string, runId: string): Promise<string> {
  return keepRef(clone, attemptRef(runId), await commitOf(clone, `refs/heads/${branch}`));
}

/** Keeps a commit under a name; when the name holds another one already, under the next free number. */
export async function keepRef(clone: string, ref: string, commit: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? ref : `${ref}-${number}`;
    if (await moveRef(clone, { ref: name, to: commit, from: absent, why: 'cw: keep' })) return name;
  }
}

async function mustBeClean(worktree: string): Promise<void> {
  const changed = await uncommittedWork(worktree, 'tracked');
  if (changed.length === 0) return;
  const named = changed.slice(0, 5).join(', ') + (changed.length > 5 ? ', …' : '');
  throw new Fault({
    code: 'worktree.dirty',
    message: `The worktree ${worktree} has uncommitted changes: ${named}.`,
    hint: 'Commit them there, or wait until the run that works there has ended.',
  });
}
