import { existsSync } from 'node:fs';
import { readdir, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { underCloneLock } from './clone-lock.ts';
import { findSubmodules } from './embedded-repositories.ts';
import { isFilledAt } from './nested-files.ts';
import { asText } from './path-bytes.ts';
import { commitOf, isAncestor } from './refs.ts';
import { git } from './run-git.ts';
import { uncommittedWork, untouchedRepositories } from './set-up-products.ts';
import { gitDirOf } from './worktree-state.ts';

export type KeptWorktree = {
  readonly kind: 'kept';
  readonly why: 'dirty' | 'unmerged' | 'in-use';
  readonly detail: string;
};
export type Removal = { readonly kind: 'removed' } | { readonly kind: 'absent' } | KeptWorktree;

export type RemovalRequest = {
  readonly clone: string;
  readonly path: string;
  /** The commit or branch that must hold everything the working tree's HEAD has. */
  readonly mergedInto: string;
  /** The commit that was merged in the place of HEAD's (squash and rebase write new ones). */
  readonly mergedHead?: string | undefined;
  /**
   * Asked when nobody else can open a working tree of the clone any more, and until it is removed.
   * @defaultValue true
   */
  readonly isFree?: (() => Promise<boolean>) | undefined;
};

/**
 * Removes a working tree whose work has arrived elsewhere. One with uncommitted changes, with commits that are not
 * merged, or with a process in it is kept, and the answer says why.
 */
export async function removeWorktree(request: RemovalRequest): Promise<Removal> {
  const { clone, path, isFree } = request;
  const reason = await whyKeepWorktree(request);
  if (reason !== undefined) return reason;
  return underCloneLock(clone, async (): Promise<Removal> => {
    if (isFree !== undefined && !(await isFree())) return { kind: 'kept', why: 'in-use', detail: 'a run' };
    // Forced only past ignored and copied files: what git would otherwise protect was looked at above.
    await git(clone, ['worktree', 'remove', '--force', path]);
    return { kind: 'removed' };
  });
}

/** Why a working tree is not removed, if there is a reason; changes nothing. */
export async function whyKeepWorktree(
  request: RemovalRequest,
): Promise<Exclude<Removal, { kind: 'removed' }> | undefined> {
  const { clone, path } = request;
  if (!existsSync(join(path, '.git'))) return { kind: 'absent' };
  const dirty = await uncommitted(path);
  if (dirty.length > 0) return { kind: 'kept', why: 'dirty', detail: dirty.slice(0, 5).join(', ') };
  const head = await commitOf(path, 'HEAD');
  const merged = head === request.mergedHead || (await isAncestor(clone, head, request.mergedInto));
  if (!merged) return { kind: 'kept', why: 'unmerged', detail: head };
  const user = await processWorkingIn(path);
  return user === undefined ? undefined : { kind: 'kept', why: 'in-use', detail: `process ${user}` };
}

async function uncommitted(path: string): Promise<readonly string[]> {
  const gitDir = await gitDirOf(path);
  for (const started of ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply']) {
    if (existsSync(join(gitDir, started))) return [started];
  }
  return [...(await uncommittedWork(path)), ...(await filledSubmodules(path))];
}

/**
 * Submodules with files of their own, but for those that are as the set-up command left them. Whether something is lost with one cannot
 * be said: git would have to run in it, by what an agent may have written into its configuration.
 */
async function filledSubmodules(path: string): Promise<readonly string[]> {
  const found = await findSubmodules({ git: (args, options) => git(path, args, options) });
  const filled = found.filter((bytes) => isFilledAt(path, bytes));
  if (filled.length === 0) return [];
  const untouched = await untouchedRepositories(path, filled);
  return filled.filter((bytes) => !untouched.has(bytes)).map(asText);
}

/** The id of a process of this user that stands in the directory; only where the system tells (Linux). */
async function processWorkingIn(path: string): Promise<string | undefined> {
  if (!existsSync('/proc/self/cwd')) return undefined;
  const real = await realpath(path);
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    if (cwd === real || cwd?.startsWith(`${real}/`)) return pid;
  }
  return undefined;
}
