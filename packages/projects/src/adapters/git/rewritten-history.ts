import { taskBranchesPrefix } from '../../model/branch-names.ts';
import { sourceRef } from './integration-branch.ts';
import { findCommit, isAncestor } from './refs.ts';
import { gitLine } from './run-git.ts';
import { takenRef } from './taken.ts';

/** A branch of the source that no longer has commits which were taken from it. */
export type Rewritten = {
  readonly branch: string;
  /** Where it stood when it was last taken in, and where it stands now. */
  readonly before: string;
  readonly after: string;
  /** What it no longer has, the newest first; where there are very many, the newest of them. */
  readonly dropped: readonly DroppedCommit[];
  /** Ids of tasks whose branches hold some of that, and of tasks whose merges are among it. */
  readonly taskIds: readonly string[];
};

export type DroppedCommit = { readonly sha: string; readonly subject: string };

/** So many commits are named. */
const mostNamed = 50;

/**
 * Looks whether a branch of the source, as it was fetched, still has what was taken from it. Commits that were only
 * written anew, with the same changes, count as being there.
 */
export async function findRewritten(clone: string, branch: string): Promise<Rewritten | undefined> {
  const before = await findCommit(clone, takenRef(branch));
  const after = await findCommit(clone, sourceRef(branch));
  if (before === undefined || after === undefined) return undefined;
  const dropped = await droppedSince(clone, { before, after });
  if (dropped.length === 0) return undefined;
  return { branch, before, after, dropped, taskIds: await tasksWith(clone, { before, after, dropped }) };
}

type Span = Pick<Rewritten, 'before' | 'after'>;

/** What a branch no longer has of what it had `before`, where it stands at `after` now. */
export async function droppedSince(clone: string, { before, after }: Span): Promise<readonly DroppedCommit[]> {
  if (before === after || (await isAncestor(clone, before, after))) return [];
  return droppedCommits(clone, { before, after });
}

async function droppedCommits(clone: string, { before, after }: Span): Promise<readonly DroppedCommit[]> {
  const args = ['log', '--no-merges', '--cherry-pick', '--right-only', `--max-count=${mostNamed}`];
  const lines = await gitLine(clone, [...args, '--format=%H %s', `${after}...${before}`]);
  return lines.split('\n').flatMap((line) => {
    const [sha = '', ...subject] = line.split(' ');
    return sha === '' ? [] : [{ sha, subject: subject.join(' ') }];
  });
}

async function tasksWith(clone: string, { before, after, dropped }: Omit<Rewritten, 'branch' | 'taskIds'>) {
  const contains = dropped.map(({ sha }) => `--contains=${sha}`);
  const branches = await gitLine(clone, ['for-each-ref', ...contains, '--format=%(refname)', tasksRefs]);
  const based = branches.split('\n').map((ref) => ref.slice(tasksRefs.length).split('/')[0] ?? '');
  const trailers = '--format=%(trailers:key=Cw-Task,valueonly)';
  const merged = await gitLine(clone, ['log', trailers, `${after}..${before}`]);
  return [...new Set([...based, ...merged.split('\n')])].filter((id) => id.startsWith('tk_'));
}

const tasksRefs = `refs/heads/${taskBranchesPrefix}`;
