import { findCommit } from './refs.ts';
import { git, gitLine } from './run-git.ts';

/** A file that differs between two commits; null counts of one that is binary. */
export type ChangedFile = { readonly path: string; readonly added: number | null; readonly removed: number | null };

export type Changes = {
  /** Commits that the second has and the first has not. */
  readonly commits: number;
  readonly files: readonly ChangedFile[];
};

/** What differs between two commits of a clone; undefined when one of them is not there. */
export async function changesBetween(clone: string, from: string, to: string): Promise<Changes | undefined> {
  const [first, second] = [await findCommit(clone, from), await findCommit(clone, to)];
  if (first === undefined || second === undefined) return undefined;
  const commits = Number(await gitLine(clone, ['rev-list', '--count', `${first}..${second}`]));
  const { stdout } = await git(clone, ['diff', '--numstat', '-z', '--no-renames', '--no-ext-diff', first, second]);
  return { commits, files: stdout.split('\0').flatMap(fileOf) };
}

/** The newest commit that two have in common; undefined where there is none, or one of them is not there. */
export async function forkPoint(clone: string, one: string, other: string): Promise<string | undefined> {
  return (await gitLine(clone, ['merge-base', one, other], { accept: [1, 128] })) || undefined;
}

function fileOf(line: string): readonly ChangedFile[] {
  const [, added = '-', removed = '-', path] = /^(\d+|-)\t(\d+|-)\t([\s\S]+)$/.exec(line) ?? [];
  return path === undefined ? [] : [{ path, added: countOf(added), removed: countOf(removed) }];
}

function countOf(text: string): number | null {
  return text === '-' ? null : Number(text);
}
