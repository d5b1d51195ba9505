import { type Authorship, type MergeConflict, predictMerge, writeCommit } from './merge.ts';
import { gitLine } from './run-git.ts';

export type Pick = {
  /** Two commits, whose difference is put onto a third. */
  readonly from: string;
  readonly to: string;
  readonly onto: string;
};

/**
 * The tree of a change put onto another commit. git 2.39 merges trees only by a common ancestor, so three commits are
 * written whose ancestor is the commit that the change begins at.
 */
export async function pickedTree(dir: string, { from, to, onto }: Pick): Promise<string | MergeConflict> {
  const treeOf = (name: string) => gitLine(dir, ['rev-parse', `${name}^{tree}`]);
  const scratch = (tree: string, parents: readonly string[]) => writeCommit(dir, { tree, parents, message: 'pick\n' });
  const base = await scratch(await treeOf(from), []);
  const ours = await scratch(await treeOf(onto), [base]);
  const theirs = await scratch(await treeOf(to), [base]);
  const prediction = await predictMerge(dir, ours, theirs);
  return prediction.kind === 'clean' ? prediction.tree : prediction;
}

export type Written = { readonly author: Authorship; readonly message: string; readonly subject: string };

/** Who wrote a commit, and with which words. */
export async function readMessage(dir: string, commit: string): Promise<Written> {
  const format = ['show', '--no-patch', '--format=%an%n%ae%n%ad%n%B', '--date=raw', commit];
  const [name = '', email = '', date = '', ...lines] = (await gitLine(dir, format)).split('\n');
  return { author: { name, email, date }, message: `${lines.join('\n').trimEnd()}\n`, subject: lines[0] ?? '' };
}
