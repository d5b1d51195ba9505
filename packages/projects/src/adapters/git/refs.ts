import { Fault } from '@cw/kernel';
import { gitFailed } from './git-failure.ts';
import { descends, noteAncestors } from './known-commits.ts';
import { readRef, readRefsBelow } from './ref-files.ts';
import { git, gitLine } from './run-git.ts';
import { outwaitLocks } from './stale-lock.ts';

/** Names a ref that does not exist yet (or any more) in a compare-and-swap: in zeros it would have to be as long as the ids are. */
export const absent = '';

export type RefUpdate = {
  readonly ref: string;
  readonly to: string;
  /** What it must point at now, where that matters; `absent` when it must not exist. */
  readonly from?: string | undefined;
};

/**
 * Moves refs in one transaction of git: all of them or none. A lock that a killed git left on one does not keep it from that.
 * @returns what to throw when they were not moved
 */
export async function updateRefs(dir: string, updates: readonly RefUpdate[], why: string): Promise<Fault | undefined> {
  const args = ['update-ref', '--no-deref', '--create-reflog', '-m', why, '--stdin'];
  const update = () => git(dir, args, { input: updates.map(updateLine).join(''), accept: [128] });
  let answer = await update();
  const refs = updates.map(({ ref }) => ref);
  if (answer.exitCode !== 0 && (await outwaitLocks(dir, refs))) answer = await update();
  return answer.exitCode === 0 ? undefined : gitFailed(args, answer, dir);
}

function updateLine({ ref, to, from }: RefUpdate): string {
  return `update ${ref} ${to}${from === undefined ? '' : ` ${from === absent ? '""' : from}`}\n`;
}

/**
 * Sets refs, wherever they point, in one transaction of git.
 * @throws Fault `git.*`
 */
export async function setRefs(dir: string, refs: readonly RefUpdate[], why: string): Promise<void> {
  const failed = await updateRefs(dir, refs, why);
  if (failed !== undefined) throw failed;
}

/** The commit a name points at, or undefined when there is none. */
export async function findCommit(dir: string, name: string): Promise<string | undefined> {
  const read = readRef(dir, name);
  if (read === 'absent') return undefined;
  if (read !== 'unclear') return read.commit;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const answer = await git(dir, args, { accept: [1, 128] });
  return answer.exitCode === 0 ? answer.stdout.trimEnd() : undefined;
}

/**
 * The commit a name points at.
 * @throws Fault `git.no-commit`
 */
export async function commitOf(dir: string, name: string): Promise<string> {
  const found = await findCommit(dir, name);
  if (found !== undefined) return found;
  throw new Fault({
    code: 'git.no-commit',
    message: `Commit ${name} not found in ${dir}.`,
    hint: 'It may have been renamed or removed; see the branches with: git branch --all',
  });
}

export type RefMove = {
  readonly ref: string;
  readonly to: string;
  /** What it must point at now; `absent` when it must not exist. */
  readonly from: string;
  /** Said in the reflog. */
  readonly why: string;
};

/**
 * Moves a ref if it still points where the caller last saw it.
 * @returns false when it points elsewhere
 */
export async function moveRef(dir: string, move: RefMove): Promise<boolean> {
  const failed = await updateRefs(dir, [move], move.why);
  if (failed === undefined) return true;
  const now = (await findCommit(dir, move.ref)) ?? absent;
  if (now !== move.from) return now === move.to;
  throw failed;
}

/**
 * True when one commit is reached from another, or is it. What has been answered of two commits holds for ever. A commit that is
 * not here, as in a clone that was made anew, is reached from none.
 */
export async function isAncestor(dir: string, ancestor: string, of: string): Promise<boolean> {
  const [from, to] = [knownCommit(dir, ancestor) ?? ancestor, knownCommit(dir, of) ?? of];
  if (descends(to, from)) return true;
  const asked = ['merge-base', '--is-ancestor', from, to];
  const answer = await git(dir, asked, { accept: [1, 128] });
  if (answer.exitCode === 128) {
    if ((await findCommit(dir, from)) === undefined) return false;
    await git(dir, asked, { accept: [1] });
  }
  if (answer.exitCode === 0) noteAncestors(to, [from]);
  return answer.exitCode === 0;
}

/** Moves refs one after the other, those that still point where the caller last saw them; with one git where all do. */
export async function moveRefs(dir: string, moves: readonly [RefMove, ...RefMove[]]): Promise<void> {
  if ((await updateRefs(dir, moves, moves[0].why)) === undefined) return;
  for (const move of moves) await moveRef(dir, move);
}

/** What a full ref name stands for, where that can be said without git. */
function knownCommit(dir: string, name: string): string | undefined {
  const read = readRef(dir, name);
  return typeof read === 'string' ? undefined : read.commit;
}

/** The full names of the refs below a prefix, with the commit each points at. */
export async function listRefs(dir: string, prefix: string): Promise<ReadonlyMap<string, string>> {
  const read = readRefsBelow(dir, prefix);
  if (read !== undefined) return read;
  const lines = await gitLine(dir, ['for-each-ref', '--format=%(objectname) %(refname)', prefix]);
  const refs = new Map<string, string>();
  for (const line of lines.split('\n')) {
    const space = line.indexOf(' ');
    if (space > 0) refs.set(line.slice(space + 1), line.slice(0, space));
  }
  return refs;
}

/** True for a name git takes as a branch. */
export async function isBranchName(dir: string, name: string): Promise<boolean> {
  const answer = await git(dir, ['check-ref-format', '--branch', name], { accept: [1, 128] });
  return answer.exitCode === 0 && answer.stdout.trimEnd() === name;
}
