import { Fault } from '@cw/kernel';
import { type MergeConflict, predictMerge, writeCommit } from './merge.ts';
import { moveOwnBranch } from './own-branch.ts';
import { absent, commitOf, findCommit, isAncestor } from './refs.ts';
import { isReplaced, noteTaken } from './taken.ts';

/**
 * Makes the integration branch where it is missing: from the source's branch of that name when there is one, since
 * that holds what was merged before, else from the default branch.
 * @returns its tip
 */
export async function ensureIntegrationBranch(clone: string, branch: string, defaultBranch: string): Promise<string> {
  const ref = `refs/heads/${branch}`;
  const existing = await findCommit(clone, ref);
  if (existing !== undefined) return existing;
  const start =
    (await findCommit(clone, `refs/remotes/origin/${branch}`)) ?? (await commitOf(clone, sourceRef(defaultBranch)));
  await moveOwnBranch(clone, { branch, to: start, from: absent, why: `cw: ${branch} starts` });
  return commitOf(clone, ref);
}

export type Synced =
  | { readonly kind: 'current'; readonly tip: string }
  | { readonly kind: 'advanced'; readonly tip: string; readonly before: string }
  | (MergeConflict & { readonly tip: string; readonly branch: string; readonly theirs: string });

export type Sync = {
  readonly branch: string;
  readonly defaultBranch: string;
  /** Branches of the source that nothing is taken from now. */
  readonly except?: readonly string[] | undefined;
};

const attempts = 5;

/**
 * Brings into the integration branch what the source has gained since: commits on the default branch, and commits
 * that somebody made on the integration branch itself. On a conflict nothing moves.
 */
export async function syncIntegration(clone: string, { branch, defaultBranch, except = [] }: Sync): Promise<Synced> {
  let outcome: Synced = { kind: 'current', tip: await ensureIntegrationBranch(clone, branch, defaultBranch) };
  for (const from of [defaultBranch, branch].filter((name) => !except.includes(name))) {
    const next = await takeIn(clone, branch, from);
    if (next.kind === 'conflict') return next;
    if (next.kind === 'advanced') {
      outcome = { ...next, before: outcome.kind === 'advanced' ? outcome.before : next.before };
    }
  }
  return outcome;
}

async function takeIn(clone: string, branch: string, from: string): Promise<Synced> {
  const ref = `refs/heads/${branch}`;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const tip = await commitOf(clone, ref);
    const theirs = await findCommit(clone, sourceRef(from));
    if (theirs === undefined) return { kind: 'current', tip };
    if (await isAncestor(clone, theirs, tip)) {
      await noteTaken(clone, from, theirs);
      return { kind: 'current', tip };
    }
    if (from === branch && (await isReplaced(clone, branch, theirs))) return { kind: 'current', tip };
    const next = await merged(clone, { tip, theirs, from, branch });
    if (typeof next !== 'string') return { ...next, tip, branch: from, theirs };
    const why = `cw: merge in ${from}`;
    const taken = { branch: from, commit: theirs };
    if (await moveOwnBranch(clone, { branch, to: next, from: tip, why, taken })) {
      return { kind: 'advanced', tip: next, before: tip };
    }
  }
  throw new Fault({
    code: 'git.ref-busy',
    message: `The branch ${branch} in ${clone} kept moving while new commits were merged in.`,
    hint: 'Another process is working on the same project; try again.',
  });
}

type TakeIn = { readonly tip: string; readonly theirs: string; readonly from: string; readonly branch: string };

async function merged(clone: string, { tip, theirs, from, branch }: TakeIn): Promise<string | MergeConflict> {
  if (await isAncestor(clone, tip, theirs)) return theirs;
  const prediction = await predictMerge(clone, tip, theirs);
  if (prediction.kind === 'conflict') return prediction;
  const message = from === branch ? `Merge ${branch} from the repository` : `Merge ${from}`;
  return writeCommit(clone, { tree: prediction.tree, parents: [tip, theirs], message: `${message}\n` });
}

/** Where the clone keeps a branch of the source. */
export function sourceRef(branch: string): string {
  return `refs/remotes/origin/${branch}`;
}
