import { absent, findCommit, isAncestor, listRefs, moveRef } from './refs.ts';
import { keepRef } from './task-worktree.ts';

/** Where a branch of the source stood when it was last taken in; it keeps what the branch then held. */
export function takenRef(branch: string): string {
  return `refs/cw/taken/${branch}`;
}

/** Notes that a branch of the source was taken in as it stood. */
export async function noteTaken(clone: string, branch: string, commit: string): Promise<void> {
  const from = (await findCommit(clone, takenRef(branch))) ?? absent;
  if (from !== commit) await moveRef(clone, { ref: takenRef(branch), to: commit, from, why: 'cw: taken in' });
}

const replacedRefs = 'refs/cw/replaced/';

/** Keeps what a branch of cw's own held before it was made anew. Answers the ref. */
export function keepReplaced(clone: string, branch: string, tip: string): Promise<string> {
  return keepRef(clone, `${replacedRefs}${branch}`, tip);
}

/** Whether a commit is of what a branch of cw's own held before it was made anew, and so is not taken in again. */
export async function isReplaced(clone: string, branch: string, commit: string): Promise<boolean> {
  for (const [ref, tip] of await listRefs(clone, replacedRefs)) {
    if (ref.startsWith(`${replacedRefs}${branch}`) && (await isAncestor(clone, commit, tip))) return true;
  }
  return false;
}
