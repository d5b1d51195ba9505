import { gitFailed } from './git-failure.ts';
import { noteCommit } from './known-commits.ts';
import { git, gitLine } from './run-git.ts';

export type MergeConflict = { readonly kind: 'conflict'; readonly files: readonly string[]; readonly messages: string };
export type Prediction = { readonly kind: 'clean'; readonly tree: string } | MergeConflict;

const oid = /^[0-9a-f]{40,64}$/;

/**
 * What merging one commit into another would give, without a working tree and without moving anything.
 * @throws Fault `git.failed` when one of them is not a commit
 */
export async function predictMerge(dir: string, ours: string, theirs: string): Promise<Prediction> {
  const args = ['merge-tree', '--write-tree', '--name-only', '--messages', '-z', ours, theirs];
  const answer = await git(dir, args, { accept: [1] });
  const fields = answer.stdout.split('\0');
  const tree = fields[0] ?? '';
  // Code 1 also stands for a name that git does not know; only a conflict still answers a tree.
  if (!oid.test(tree)) throw gitFailed(args, answer, dir);
  if (answer.exitCode === 0) return { kind: 'clean', tree };
  const end = fields.indexOf('', 1);
  const files = [...new Set(fields.slice(1, end === -1 ? undefined : end))];
  return { kind: 'conflict', files, messages: conflictMessages(fields.slice(end + 1)) };
}

/** Each message is: number of paths, the paths, a short type, the text. */
function conflictMessages(fields: readonly string[]): string {
  const texts: string[] = [];
  for (let at = 0; at < fields.length; ) {
    const paths = Number(fields[at]);
    if (!Number.isInteger(paths) || paths < 1) break;
    const text = fields[at + paths + 2];
    if (text !== undefined) texts.push(text.trimEnd());
    at += paths + 3;
  }
  return texts.join('\n');
}

export type Authorship = { readonly name: string; readonly email: string; readonly date?: string | undefined };

export type NewCommit = {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author?: Authorship | undefined;
};

/** Writes a commit; no branch moves. */
export async function writeCommit(dir: string, commit: NewCommit): Promise<string> {
  const parents = commit.parents.flatMap((parent) => ['-p', parent]);
  const args = ['commit-tree', commit.tree, ...parents, '-F', '-'];
  const author = authorEnvironment(commit.author);
  const input = commit.message;
  // git would make up a name from the machine's; told not to, it says that it knows none.
  const asUser = await git(dir, ['-c', 'user.useConfigOnly=true', ...args], { input, env: author, accept: [128] });
  const written =
    asUser.exitCode === 0
      ? asUser.stdout.trimEnd()
      : await gitLine(dir, args, { input, env: { ...(await fallbackIdentity(dir)), ...author } });
  noteCommit(written, commit);
  return written;
}

/**
 * Variables that give commits an author where the user has configured none; empty when name and address are known,
 * so that the user's own are kept.
 */
export async function fallbackIdentity(dir: string): Promise<Record<string, string>> {
  const known = await git(dir, ['config', '--get-regexp', '^user\\.(name|email)$'], { accept: [1] });
  if (/^user\.name \S/m.test(known.stdout) && /^user\.email \S/m.test(known.stdout)) return {};
  return {
    GIT_AUTHOR_NAME: 'Codewalkers',
    GIT_AUTHOR_EMAIL: 'codewalkers@localhost',
    GIT_COMMITTER_NAME: 'Codewalkers',
    GIT_COMMITTER_EMAIL: 'codewalkers@localhost',
  };
}

function authorEnvironment(author: Authorship | undefined): Record<string, string> {
  if (author === undefined) return {};
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    ...(author.date === undefined ? {} : { GIT_AUTHOR_DATE: author.date }),
  };
}
