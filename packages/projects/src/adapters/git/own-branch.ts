import { readRef } from './ref-files.ts';
import { absent, findCommit, setRefs, updateRefs } from './refs.ts';
import { git } from './run-git.ts';
import { takenRef } from './taken.ts';
import { keepRef } from './task-worktree.ts';

/** Where cw itself left a branch of its own; agents can reach the branch, and this tells when one has moved it. */
export function tipRef(branch: string): string {
  return `refs/cw/tips/${branch}`;
}

export type OwnMove = {
  readonly branch: string;
  readonly to: string;
  /** What the branch must point at now; `absent` when it must not exist. */
  readonly from: string;
  /** Said in the reflog. */
  readonly why: string;
  /** What is taken in from the source by that: a branch of it, and the commit it is at. */
  readonly taken?: { readonly branch: string; readonly commit: string } | undefined;
};

/**
 * Moves a branch of cw's own, and with it, in one transaction of git, the notes of where cw left it and of what is taken in. A
 * lock that a killed git left on any does not keep it from that.
 * @returns false when the branch points elsewhere than the caller last saw
 * @throws Fault `git.failed` when git cannot move it though it is where it should be
 */
export async function moveOwnBranch(clone: string, { branch, to, from, why, taken }: OwnMove): Promise<boolean> {
  const ref = `refs/heads/${branch}`;
  const notes = [{ ref: tipRef(branch), to }];
  if (taken !== undefined) notes.push({ ref: takenRef(taken.branch), to: taken.commit });
  const failed = await updateRefs(clone, [{ ref, to, from }, ...notes], why);
  if (failed === undefined) return true;
  const now = (await findCommit(clone, ref)) ?? absent;
  if (now === from && from !== to) throw failed;
  const noted = await Promise.all(notes.map(async (note) => (await findCommit(clone, note.ref)) === note.to));
  return now === to && noted.every((each) => each);
}

/** A branch of cw's own that something else had moved, and where what it then held is kept. */
export type Strayed = { readonly branch: string; readonly commit: string | null; readonly keptAs: string | null };

/**
 * Puts a branch of cw's own back to where cw left it when anything else, an agent or a check, has moved or removed it. What
 * it held then stays reachable under `refs/cw/strayed/<branch>`: it was never checked.
 * @returns what was found, or undefined when the branch is where it should be
 */
export async function restoreOwnBranch(clone: string, branch: string): Promise<Strayed | undefined> {
  const ref = `refs/heads/${branch}`;
  const own = await findCommit(clone, tipRef(branch));
  const now = await findCommit(clone, ref);
  if (own === undefined) {
    if (now !== undefined) await setRef(clone, tipRef(branch), now);
    return undefined;
  }
  if (now === own && !(await isSymbolic(clone, ref))) return undefined;
  const keptAs = now === undefined || now === own ? null : await keepRef(clone, `refs/cw/strayed/${branch}`, now);
  await setRef(clone, ref, own);
  return { branch, commit: now ?? null, keptAs };
}

async function setRef(clone: string, ref: string, to: string): Promise<void> {
  await setRefs(clone, [{ ref, to }], 'cw: where cw left it');
}

async function isSymbolic(clone: string, ref: string): Promise<boolean> {
  const read = readRef(clone, ref);
  if (typeof read === 'object') return false;
  return (await git(clone, ['symbolic-ref', '--quiet', ref], { accept: [1, 128] })).exitCode === 0;
}
