import { isFault } from '@cw/kernel';
import type { ProjectReason } from '../../model/project-reason.ts';
import type { ProjectSource } from '../../model/project-source.ts';
import { sourceRef } from './integration-branch.ts';
import { descends } from './known-commits.ts';
import { otherEnd, trustIn } from './other-owner.ts';
import { reachable } from './out-of-reach.ts';
import { tipRef } from './own-branch.ts';
import { readBranchesOf, treeOn } from './ref-files.ts';
import { commitOf, findCommit, setRefs } from './refs.ts';
import { droppedSince } from './rewritten-history.ts';
import { git, gitLine } from './run-git.ts';
import { isReplaced, takenRef } from './taken.ts';

export type Pushed = { readonly pushed: true } | { readonly pushed: false; readonly why: ProjectReason };

const pushTimeout = 10 * 60_000;

/**
 * Runs in the user's repository while something is pushed there: without its hooks, without tidying it up, and never
 * moving a branch that is checked out, whatever its configuration says.
 */
const quietReceiver = [
  'core.hooksPath=/dev/null',
  'receive.denyCurrentBranch=refuse',
  'receive.autogc=false',
  'gc.auto=0',
] as const;

/**
 * Gives the source one branch of ours, if what it has there is an ancestor of it. A branch that is checked out there,
 * one with commits we do not have, and a source that cannot be reached are left as they are, and the answer says why.
 */
export async function pushBranch(clone: string, source: ProjectSource, branch: string): Promise<Pushed> {
  const ref = `refs/heads/${branch}`;
  try {
    // What cw itself put there: an agent may have moved the branch since.
    const ours = (await findCommit(clone, tipRef(branch))) ?? (await commitOf(clone, ref));
    const { tip: theirs, checkedOut } = await reachable(source, () => remoteBranch(clone, source, ref));
    if (theirs === ours) return { pushed: true };
    if (checkedOut !== undefined) {
      return { pushed: false, why: { code: 'project.checked-out', branch, at: checkedOut } };
    }
    if (theirs !== undefined && !(await holds(clone, theirs, ours)) && !(await isReplaced(clone, branch, theirs))) {
      return { pushed: false, why: { code: 'project.own-commits', branch } };
    }
    if (theirs !== undefined && (await hasDropped(clone, branch, theirs))) {
      return { pushed: false, why: { code: 'project.rewritten', branch } };
    }
    await reachable(source, () => push(clone, source, { ref, ours, lease: theirs ?? '' }));
    await noteGiven(clone, branch, ours);
    return { pushed: true };
  } catch (error) {
    if (!isFault(error)) throw error;
    const { code: fault, message } = error;
    return { pushed: false, why: { code: 'project.not-given', branch, source: source.location, fault, message } };
  }
}

/** Whether the source took commits off the branch that it was given: pushed again, they would be back without a word. */
async function hasDropped(clone: string, branch: string, theirs: string): Promise<boolean> {
  const given = await findCommit(clone, takenRef(branch));
  if (given === undefined || (await findCommit(clone, theirs)) === undefined) return false;
  return (await droppedSince(clone, { before: given, after: theirs })).length > 0;
}

/** Notes that the source has a branch as it was pushed: should it lose that again, somebody took it away. */
async function noteGiven(clone: string, branch: string, commit: string): Promise<void> {
  const refs = [sourceRef(branch), takenRef(branch)].map((ref) => ({ ref, to: commit }));
  await setRefs(clone, refs, 'cw: pushed');
}

type RemoteBranch = {
  readonly tip: string | undefined;
  /** The working tree of the user's that stands on it, if any. */
  readonly checkedOut?: string | undefined;
};

async function remoteBranch(clone: string, source: ProjectSource, ref: string): Promise<RemoteBranch> {
  if (source.kind === 'url') {
    const line = await gitLine(clone, ['ls-remote', '--', source.location, ref], { network: true, timeout: 60_000 });
    return { tip: line === '' ? undefined : line.split('\t')[0] };
  }
  const branches = readBranchesOf(source.location);
  if (branches !== undefined) {
    return { tip: branches.get(ref), checkedOut: treeOn(source.location, ref.slice('refs/heads/'.length)) };
  }
  const line = await gitLine(source.location, ['for-each-ref', '--format=%(objectname) %(worktreepath)', ref]);
  const [tip = '', ...path] = line.split(' ');
  return { tip: tip === '' ? undefined : tip, checkedOut: path.length === 0 ? undefined : path.join(' ') };
}

/** False also of a commit that is not here. */
async function holds(clone: string, theirs: string, ours: string): Promise<boolean> {
  if (descends(ours, theirs)) return true;
  const answer = await git(clone, ['merge-base', '--is-ancestor', theirs, ours], { accept: [1, 128] });
  return answer.exitCode === 0;
}

type Update = { readonly ref: string; readonly ours: string; readonly lease: string };

async function push(clone: string, source: ProjectSource, { ref, ours, lease }: Update): Promise<void> {
  const receiver =
    source.kind === 'path'
      ? [`--receive-pack=${otherEnd('receive-pack', [...quietReceiver, ...(await trustIn(source)).settings])}`]
      : [];
  const args = [
    'push',
    '--quiet',
    '--no-verify',
    '--no-follow-tags',
    '--recurse-submodules=no',
    '--no-signed',
    ...receiver,
  ];
  await git(clone, [...args, `--force-with-lease=${ref}:${lease}`, '--', source.location, `${ours}:${ref}`], {
    network: true,
    timeout: pushTimeout,
  });
}
