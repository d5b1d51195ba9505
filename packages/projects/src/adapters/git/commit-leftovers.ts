import { declaresPackages } from '../../model/declared-packages.ts';
import { type HeldBackReason, sayHeldBack } from '../../model/file-reason.ts';
import { type CopiedIndex, copyIndex } from './copied-index.ts';
import { findForgottenCommits } from './forgotten-commits.ts';
import { type HeadState, readHeadState, type Unfinished } from './head-state.ts';
import { noteClean, noteSameManifests } from './known-commits.ts';
import {
  defaultLimits,
  findHeldBack,
  type HeldBack,
  type IndexChange,
  type LeftoverLimits,
  unstage,
} from './leftover-changes.ts';
import { writeCommit } from './merge.ts';
import { asText } from './path-bytes.ts';
import { absent, commitOf, findCommit, isAncestor, moveRef } from './refs.ts';
import { rescue } from './rescue.ts';
import { git } from './run-git.ts';
import { stageAndSort } from './set-up-products.ts';

export type LeftoverRequest = {
  readonly worktree: string;
  /** The task's branch, whatever HEAD is on. */
  readonly branch: string;
  readonly runId: string;
  /** First line of the commit, if one is made. */
  readonly subject: string;
  readonly limits?: LeftoverLimits | undefined;
};

export type LeftoverReport = {
  /** Tip of the task's branch afterwards. */
  readonly headSha: string;
  /** The commit that was made of what was left, if any. */
  readonly committed: string | null;
  readonly files: readonly string[];
  /** What is not on the branch, and why; kept under `rescueRef`. */
  readonly heldBack: readonly { readonly path: string; readonly reason: HeldBackReason }[];
  readonly rescueRef: string | null;
  /** What was begun in the tree and not ended; then nothing was committed on the branch. */
  readonly unfinished: Unfinished | null;
  /** True when HEAD had gone where the branch could not follow. */
  readonly strayed: boolean;
  /** Commits that no branch held any more. */
  readonly forgottenCommits: number;
};

/**
 * Makes sure that nothing a run left in its working tree is lost: what can go on the task's branch is committed there,
 * the rest is kept under `refs/cw/rescue/<run>`. Copied set-up files, what the set-up command made and ignored ones stay out of both. Call it when
 * no process of the run is left; it may be repeated.
 */
export async function commitLeftovers(request: LeftoverRequest): Promise<LeftoverReport> {
  const { worktree } = request;
  const head = await readHeadState(worktree);
  const index = await copyIndex(worktree, head.gitDir);
  try {
    const staged = await stage(request, head, index);
    const landed = await land(request, head, staged);
    const rest = await index.copy();
    try {
      if (landed.onBranch) await index.install();
      return await keepTheRest(request, { head, staged: { ...staged, index: rest }, landed });
    } finally {
      await rest.remove();
    }
  } finally {
    await index.remove();
  }
}

type Staged = {
  readonly index: CopiedIndex;
  readonly tree: string;
  readonly changes: readonly IndexChange[];
  readonly held: readonly HeldBack[];
  readonly isSuspect: boolean;
  readonly embedded: readonly string[];
};

async function stage(request: LeftoverRequest, head: HeadState, index: CopiedIndex): Promise<Staged> {
  const { work, ofSetUp, embedded } = await stageAndSort(index, head);
  const { held, isSuspect } = await findHeldBack(index, work, request.limits ?? defaultLimits);
  await unstage(index, [...held, ...ofSetUp.map((change) => ({ change }))]);
  const heldChanges = new Set(held.map(({ change }) => change));
  const tree = await index.writeTree();
  const left = work.filter((change) => !heldChanges.has(change));
  return { index, tree, changes: left, held, isSuspect, embedded };
}

type Landed = {
  /** The commit that holds what was left; undefined when nothing was. */
  readonly made: string | undefined;
  /** What HEAD stands for now. */
  readonly tip: string | undefined;
  readonly onBranch: boolean;
};

async function land(request: LeftoverRequest, head: HeadState, staged: Staged): Promise<Landed> {
  const concludesMerge = head.unfinished === 'merge' && !head.conflicts;
  const begun = head.unfinished !== undefined && !concludesMerge;
  if (begun || head.commit === undefined) return { made: undefined, tip: head.commit, onBranch: false };
  const made = await commitTree(request, staged, concludesMerge ? [head.commit, ...head.mergeHeads] : [head.commit]);
  const tip = made ?? head.commit;
  const onBranch = await follow(request, head, tip);
  if (onBranch && concludesMerge) await git(request.worktree, ['merge', '--quit']);
  return { made, tip, onBranch };
}

async function commitTree(
  { worktree, runId, subject }: LeftoverRequest,
  { tree, changes, isSuspect }: Staged,
  parents: readonly string[],
): Promise<string | undefined> {
  if (changes.length === 0 && parents.length === 1) return undefined;
  const commit = await writeCommit(worktree, { tree, parents, message: `${subject}\n\nCw-Run: ${runId}\n` });
  const [parent, ...others] = parents;
  if (parent === undefined || others.length > 0) return commit;
  if (!isSuspect) noteClean(commit);
  if (!changes.some(({ path }) => declaresPackages(asText(path)))) noteSameManifests(commit, parent);
  return commit;
}

/** Brings the task's branch to a commit that continues it, and HEAD onto the branch. */
async function follow(request: LeftoverRequest, head: HeadState, tip: string): Promise<boolean> {
  const { worktree, branch } = request;
  const ref = `refs/heads/${branch}`;
  const before = await findCommit(worktree, ref);
  const continues = before === undefined || before === head.commit || (await isAncestor(worktree, before, tip));
  if (!continues) return false;
  const why = 'cw: what the run left';
  if (before !== tip && !(await moveRef(worktree, { ref, to: tip, from: before ?? absent, why }))) return false;
  if (head.branch !== branch) await git(worktree, ['symbolic-ref', '-m', why, 'HEAD', ref]);
  return true;
}

type Outcome = { readonly head: HeadState; readonly staged: Staged; readonly landed: Landed };

async function keepTheRest(request: LeftoverRequest, { head, staged, landed }: Outcome): Promise<LeftoverReport> {
  const { worktree, branch, runId } = request;
  const onBranch = landed.onBranch ? [head.commit, landed.tip] : [];
  const forgotten = await findForgottenCommits(worktree, head.gitDir, onBranch);
  const heldBack: LeftoverReport['heldBack'] = [
    ...staged.held.map(({ change, reason }) => ({ path: asText(change.path), reason })),
    ...staged.embedded.map((path) => ({ path: `${asText(path)}/`, reason: { code: 'held-back.repository' } as const })),
  ];
  const files = staged.changes.map((change) => asText(change.path));
  const offBranch = !landed.onBranch && (landed.made !== undefined || files.length > 0 || landed.tip === undefined);
  const strayed = !landed.onBranch && head.unfinished === undefined;
  const headSha = await commitOf(worktree, `refs/heads/${branch}`);
  const needed = heldBack.length > 0 || forgotten.count > 0 || offBranch || strayed;
  const unfinished = landed.onBranch ? null : (head.unfinished ?? null);
  const parents = [landed.tip ?? headSha, ...(unfinished === null ? [] : head.mergeHeads), ...forgotten.tips];
  const note = noteOf({ heldBack, unfinished, strayed, forgotten: forgotten.count });
  const ref = needed ? await rescue({ ...staged, worktree, runId, parents: [...new Set(parents)], note }) : null;
  return {
    headSha,
    committed: landed.onBranch ? (landed.made ?? null) : null,
    files,
    heldBack,
    unfinished,
    strayed,
    rescueRef: ref,
    forgottenCommits: forgotten.count,
  };
}

function noteOf(kept: {
  readonly heldBack: LeftoverReport['heldBack'];
  readonly unfinished: Unfinished | null;
  readonly strayed: boolean;
  readonly forgotten: number;
}): readonly string[] {
  return [
    ...(kept.unfinished ? [`The worktree was in the middle of a ${kept.unfinished}.`] : []),
    ...(kept.strayed ? ["HEAD was not on the task's branch, nor on a commit that continues it."] : []),
    ...(kept.forgotten > 0
      ? [`${kept.forgotten} commits that were no longer on any branch are among its parents.`]
      : []),
    ...kept.heldBack.map(({ path, reason }) => `${path}: ${sayHeldBack(reason)}`),
  ];
}
