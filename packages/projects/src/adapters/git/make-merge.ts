import { descends, knownTree } from './known-commits.ts';
import { type MergeConflict, type Prediction, predictMerge, writeCommit } from './merge.ts';
import { pickedTree, readMessage } from './pick.ts';
import { isAncestor } from './refs.ts';
import { gitLine } from './run-git.ts';

export type MergeStyle = 'merge' | 'squash' | 'rebase';

export type MergeOrder = {
  readonly style: MergeStyle;
  /** Tip of the branch that is merged into. */
  readonly target: string;
  /** Tip of the branch that is merged. */
  readonly head: string;
  /** First line of the commit's message. */
  readonly subject: string;
  /**
   * Where the branch began, given where the target no longer has that: what it changes since is put onto the target, and
   * what it began with is not merged.
   */
  readonly since?: string | undefined;
  /** Lines such as `Cw-Task: tk_…` that close the message. */
  readonly trailers: readonly string[];
};

export type MadeMerge =
  | { readonly kind: 'made'; readonly commit: string }
  /** The target has all of it already. */
  | { readonly kind: 'nothing' }
  | MergeConflict;

/**
 * Writes the commit that the target branch would move to; nothing moves and no working tree is touched.
 * A rebase of a branch that holds merges is done as a squash, since replaying them would repeat their conflicts.
 */
export async function makeMerge(dir: string, order: MergeOrder): Promise<MadeMerge> {
  if (order.since !== undefined) return putOnto(dir, order, order.since);
  const isHeld = () => isAncestor(dir, order.head, order.target);
  // What the target has already changes nothing of its tree: where that is known, git is asked after the merge only.
  const tree = order.style === 'rebase' ? undefined : knownTree(order.target);
  if (tree === undefined && (await isHeld())) return { kind: 'nothing' };
  if (order.style === 'rebase' && !(await holdsMerges(dir, order))) return replay(dir, order);
  // A branch that begins where the target stands changes nothing but what it says itself.
  const ahead = descends(order.head, order.target) ? knownTree(order.head) : undefined;
  const prediction: Prediction =
    ahead === undefined ? await predictMerge(dir, order.target, order.head) : { kind: 'clean', tree: ahead };
  if (prediction.kind === 'conflict') return prediction;
  if (prediction.tree === tree && (await isHeld())) return { kind: 'nothing' };
  const parents = order.style === 'merge' ? [order.target, order.head] : [order.target];
  const subjects = order.style === 'merge' ? [] : await subjectsOf(dir, order);
  const body = [order.subject, subjects.join('\n'), order.trailers.join('\n')].filter((part) => part !== '');
  return {
    kind: 'made',
    commit: await writeCommit(dir, { tree: prediction.tree, parents, message: `${body.join('\n\n')}\n` }),
  };
}

/** One commit with all that a branch changes since it began. */
async function putOnto(dir: string, order: MergeOrder, since: string): Promise<MadeMerge> {
  const { target: onto, head: to, subject, trailers } = order;
  const tree = await pickedTree(dir, { from: since, to, onto });
  if (typeof tree !== 'string') return tree;
  if (tree === (await gitLine(dir, ['rev-parse', `${onto}^{tree}`]))) return { kind: 'nothing' };
  const message = `${subject}\n\n${trailers.join('\n')}\n`;
  return { kind: 'made', commit: await writeCommit(dir, { tree, parents: [onto], message }) };
}

async function holdsMerges(dir: string, { target, head }: MergeOrder): Promise<boolean> {
  return (await gitLine(dir, ['rev-list', '--merges', '--max-count=1', `${target}..${head}`])) !== '';
}

async function subjectsOf(dir: string, { target, head }: MergeOrder): Promise<readonly string[]> {
  const lines = await gitLine(dir, ['log', '--no-merges', '--reverse', '--format=* %s', `${target}..${head}`]);
  return lines.split('\n').filter((line) => line !== '');
}

/** Puts each commit onto the target in turn; the last one's message gets the trailers. */
async function replay(dir: string, order: MergeOrder): Promise<MadeMerge> {
  const list = await gitLine(dir, ['rev-list', '--reverse', '--topo-order', `${order.target}..${order.head}`]);
  const commits = list.split('\n');
  let onto = order.target;
  for (const [position, commit] of commits.entries()) {
    const tree = await pickedTree(dir, { from: `${commit}^`, to: commit, onto });
    if (typeof tree !== 'string') return tree;
    if (tree === (await gitLine(dir, ['rev-parse', `${onto}^{tree}`]))) continue;
    const { message, author } = await readMessage(dir, commit);
    const trailers = position === commits.length - 1 ? `\n\n${order.trailers.join('\n')}` : '';
    const text = `${message.trimEnd()}${trailers}\n`;
    onto = await writeCommit(dir, { tree, parents: [onto], message: text, author });
  }
  return onto === order.target ? { kind: 'nothing' } : { kind: 'made', commit: onto };
}
