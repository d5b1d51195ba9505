import { sourceRef } from './integration-branch.ts';
import type { MergeConflict } from './merge.ts';
import { writeCommit } from './merge.ts';
import { moveOwnBranch, tipRef } from './own-branch.ts';
import { pickedTree, readMessage } from './pick.ts';
import { commitOf, findCommit, isAncestor } from './refs.ts';
import { droppedSince } from './rewritten-history.ts';
import { gitLine } from './run-git.ts';
import { keepReplaced, noteTaken, takenRef } from './taken.ts';

export type HistoryOrder = {
  readonly clone: string;
  /** The branch of the source that was rewritten. */
  readonly branch: string;
  readonly integrationBranch: string;
};

export type Adopted =
  /** `keptAs` is the ref that keeps what the integration branch held. */
  | { readonly kind: 'adopted'; readonly before: string; readonly tip: string; readonly keptAs: string }
  /** A commit of the integration branch cannot be put onto the rewritten branch. */
  | (MergeConflict & { readonly commit: string; readonly subject: string })
  /** The branch is gone or has dropped nothing, or the integration branch has just been moved. */
  | { readonly kind: 'moved' };

/**
 * Makes the integration branch anew from a branch of the source that was rewritten: what was merged since goes onto it,
 * one commit after the other, without what the branch has dropped. What the integration branch held is kept under a ref.
 * On a conflict nothing moves.
 */
export async function adoptHistory({ clone, branch, integrationBranch }: HistoryOrder): Promise<Adopted> {
  const tip = await commitOf(clone, tipRef(integrationBranch));
  const after = await findCommit(clone, sourceRef(branch));
  if (after === undefined) return { kind: 'moved' };
  const before = await commitOf(clone, takenRef(branch));
  if ((await droppedSince(clone, { before, after })).length === 0) return { kind: 'moved' };
  let onto = after;
  for (const { commit, second } of await mergedSince(clone, before, tip)) {
    // What was taken in from the branch itself is what it now says anew.
    if (second !== undefined && (await isAncestor(clone, second, before))) continue;
    const tree = await pickedTree(clone, { from: `${commit}^`, to: commit, onto });
    const { message, author, subject } = await readMessage(clone, commit);
    if (typeof tree !== 'string') return { ...tree, commit, subject };
    if (tree === (await gitLine(clone, ['rev-parse', `${onto}^{tree}`]))) continue;
    onto = await writeCommit(clone, { tree, parents: [onto], message, author });
  }
  const keptAs = await keepReplaced(clone, integrationBranch, tip);
  const why = `cw: ${branch} was rewritten`;
  const taken = { branch, commit: after };
  const move = { branch: integrationBranch, to: onto, from: tip, why, taken };
  if (!(await moveOwnBranch(clone, move))) return { kind: 'moved' };
  return { kind: 'adopted', before: tip, tip: onto, keptAs };
}

/** Goes on with what a rewritten branch has dropped: its new commits are taken in beside it. */
export async function keepHistory({ clone, branch }: HistoryOrder): Promise<void> {
  const after = await findCommit(clone, sourceRef(branch));
  if (after !== undefined) await noteTaken(clone, branch, after);
}

type Merged = { readonly commit: string; readonly second: string | undefined };

/** The integration branch's own commits since then, the oldest first, with the second parent of each that has one. */
async function mergedSince(clone: string, before: string, tip: string): Promise<readonly Merged[]> {
  const args = ['rev-list', '--first-parent', '--reverse', '--parents', `${before}..${tip}`];
  return (await gitLine(clone, args)).split('\n').flatMap((line) => {
    const [commit = '', , second] = line.split(' ');
    return commit === '' ? [] : [{ commit, second }];
  });
}
