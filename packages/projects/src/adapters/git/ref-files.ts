import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What the files say of a ref: its commit, that there is none, or nothing that can be relied on. */
export type RefAnswer = { readonly commit: string } | 'absent' | 'unclear';

/**
 * The commit of a full ref name, read from the files of one of cw's own clones, or of a working tree of one. Starting
 * git for it takes a hundred times as long, and a run asks some twenty times. Loose refs are looked at before packed
 * ones, as git does, so that a ref that is packed meanwhile is seen.
 */
export function readRef(dir: string, ref: string): RefAnswer {
  const folder = isShared(ref) ? refFolder(dir) : undefined;
  if (folder === undefined) return 'unclear';
  const loose = textOf(join(folder, ref));
  if (loose !== undefined) return answerOf(loose);
  const packed = textOf(join(folder, 'packed-refs')) ?? '';
  const end = packed.indexOf(` ${ref}\n`);
  return end < 0 ? 'absent' : answerOf(packed.slice(packed.lastIndexOf('\n', end) + 1, end));
}

/** The refs below a prefix that ends in a slash, by name, or undefined where the files do not say it for sure. */
export function readRefsBelow(dir: string, prefix: string): ReadonlyMap<string, string> | undefined {
  const folder = isShared(prefix) && prefix.endsWith('/') ? refFolder(dir) : undefined;
  return folder === undefined ? undefined : refsIn(folder, prefix);
}

/**
 * The branches of a user's repository, like `readRefsBelow`: bare, or with its git directory in `.git`. Undefined also
 * where that is something else, such as a link.
 */
export function readBranchesOf(repository: string): ReadonlyMap<string, string> | undefined {
  const inside = join(repository, '.git');
  const folder = existsSync(inside) ? inside : repository;
  return holdsRefs(folder) ? refsIn(folder, 'refs/heads/') : undefined;
}

/**
 * The working tree of a user's repository that stands on a branch, if any. Undefined also where the files do not say it;
 * git itself then refuses to move the branch.
 */
export function treeOn(repository: string, branch: string): string | undefined {
  const stands = (gitDir: string) => textOf(join(gitDir, 'HEAD'))?.trimEnd() === `ref: refs/heads/${branch}`;
  const inside = join(repository, '.git');
  if (existsSync(inside) && stands(inside)) return repository;
  const linked = join(existsSync(inside) ? inside : repository, 'worktrees');
  for (const name of existsSync(linked) ? readdirSync(linked) : []) {
    const link = textOf(join(linked, name, 'gitdir'));
    if (link !== undefined && stands(join(linked, name))) return dirname(link.trimEnd());
  }
  return undefined;
}

/** Names another ref, and is no branch. */
const defaultOfOrigin = 'refs/remotes/origin/HEAD';

function refsIn(folder: string, prefix: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, RefAnswer>();
  for (const name of looseBelow(folder, prefix)) {
    if (name === defaultOfOrigin) continue;
    const text = textOf(join(folder, name));
    if (text !== undefined) found.set(name, answerOf(text));
  }
  for (const line of (textOf(join(folder, 'packed-refs')) ?? '').split('\n')) {
    const space = line.indexOf(' ');
    const name = line.slice(space + 1);
    if (name.startsWith(prefix) && !found.has(name)) found.set(name, answerOf(line.slice(0, space)));
  }
  const refs = new Map<string, string>();
  for (const name of [...found.keys()].sort()) {
    const answer = found.get(name);
    if (typeof answer !== 'object') return undefined;
    refs.set(name, answer.commit);
  }
  return refs;
}

/** The git directory that a linked working tree names in its `.git` file, or undefined where that is not a file. */
export function linkedGitDir(worktree: string): string | undefined {
  const named = /^gitdir: (.+)\n?$/.exec(textOf(join(worktree, '.git')) ?? '')?.[1];
  return named === undefined ? undefined : resolve(worktree, named);
}

/** A file's text, or undefined when there is no such file. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
}

/** Refs that all working trees of a clone share, by names that cannot lead elsewhere. */
function isShared(ref: string): boolean {
  return /^refs\/(heads|remotes|cw)\//.test(ref) && !ref.includes('..');
}

/** Where the refs of a clone lie, or of the one that a working tree is of; undefined where that is not for sure. */
export function refFolder(dir: string): string | undefined {
  const gitDir = linkedGitDir(dir);
  const common = gitDir === undefined ? undefined : textOf(join(gitDir, 'commondir'));
  const folder = gitDir !== undefined && common !== undefined ? resolve(gitDir, common.trimEnd()) : dir;
  return holdsRefs(folder) ? folder : undefined;
}

function holdsRefs(folder: string): boolean {
  return existsSync(join(folder, 'refs')) && existsSync(join(folder, 'objects')) && usesFiles(folder);
}

/** False of a repository whose refs lie in a table. */
function usesFiles(folder: string): boolean {
  return !existsSync(join(folder, 'reftable'));
}

function answerOf(text: string): RefAnswer {
  const commit = text.trimEnd();
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit) ? { commit } : 'unclear';
}

function looseBelow(folder: string, prefix: string): string[] {
  const root = join(folder, prefix);
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'));
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
