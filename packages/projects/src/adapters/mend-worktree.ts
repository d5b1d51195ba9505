import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listPreparedFiles } from './copy-files.ts';
import { writeExcludesFile } from './git/excludes-file.ts';
import { absent, findCommit, isAncestor, moveRef } from './git/refs.ts';
import { git, gitFields } from './git/run-git.ts';
import { makeIndexReadable } from './git/worktree-index.ts';
import { type LinkRequest, relinkWorktree } from './git/worktree-link.ts';
import { readIfThere, writeCopied } from './git/worktree-state.ts';

export type MendRequest = LinkRequest & {
  /** The commit that the branch started from. */
  readonly base: string;
  /** Folder of the files that the set-up hook copies. */
  readonly filesDir: string;
};

export type Mended = {
  /** True when the working files were gone. They are there again as they were last staged; the rest is lost. */
  readonly filesLost: boolean;
  /** Where things are kept that were put in the place of the working tree or of its `.git` file. */
  readonly setAside: readonly string[];
};

/**
 * Puts a task's working tree into a state in which git works there, on the project's clone and on nothing else, whatever an
 * agent did to it: removed or replaced it, its `.git`, its branch, its HEAD, or was killed and left locks. What is whole
 * stays as it is. Call it when no process works there.
 */
export async function mendWorktree(request: MendRequest): Promise<Mended> {
  const { clone, path, branch, filesDir } = request;
  const { gitDir, wasGone, wasForgotten, setAside } = await relinkWorktree(request);
  for (const lock of ['index.lock', 'HEAD.lock']) await rm(join(gitDir, lock), { force: true });
  await rm(join(clone, 'refs', 'heads', `${branch}.lock`), { force: true });
  await restoreBranch(request, gitDir);
  if (wasForgotten) {
    const prepared = (await listPreparedFiles(filesDir)).files.map((file) => file.path);
    await writeCopied(gitDir, prepared);
    if (prepared.length > 0) await writeExcludesFile(path, gitDir, prepared);
  }
  await makeIndexReadable(path, gitDir);
  const filesLost = wasGone || (await isEmptied(path));
  if (filesLost) await git(path, ['checkout-index', '--all', '--force', '--quiet'], { accept: [1, 128] });
  return { filesLost, setAside };
}

/** A branch that is gone is made again: at the last commit made on it, or where it started. */
async function restoreBranch({ clone, branch, base }: MendRequest, gitDir: string): Promise<void> {
  const ref = `refs/heads/${branch}`;
  if ((await findCommit(clone, ref)) !== undefined) return;
  const stands = (await readIfThere(join(gitDir, 'HEAD')))?.trimEnd() === `ref: ${ref}`;
  // Elsewhere, HEAD itself may hold the work; the branch is then made from that.
  if (!stands) return;
  const to = (await lastCommit(clone, gitDir, base)) ?? base;
  await rm(join(clone, ref), { force: true });
  await moveRef(clone, { ref, to, from: absent, why: 'cw: the branch was gone' });
}

/** The newest commit that HEAD stood on and that continues the base. */
async function lastCommit(clone: string, gitDir: string, base: string): Promise<string | undefined> {
  const log = (await readIfThere(join(gitDir, 'logs', 'HEAD'))) ?? '';
  for (const line of log.trimEnd().split('\n').toReversed()) {
    const id = /^[0-9a-f]+ ([0-9a-f]{40,64}) /.exec(line)?.[1];
    const commit = id === undefined || /^0+$/.test(id) ? undefined : await findCommit(clone, id);
    if (commit !== undefined && (await isAncestor(clone, base, commit))) return commit;
  }
  return undefined;
}

/** True when everything was deleted from disk but nothing of that was staged; files that begin with a dot do not count. */
async function isEmptied(path: string): Promise<boolean> {
  if (readdirSync(path).some(isPlain)) return false;
  return (await gitFields(path, ['ls-files', '-z'])).some(isPlain);
}

function isPlain(name: string): boolean {
  return !name.startsWith('.');
}
