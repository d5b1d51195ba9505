import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopiedIndex } from './copied-index.ts';
import { asText, bufferOf } from './path-bytes.ts';
import { git, gitLine } from './run-git.ts';

/** Repositories inside a working tree: those that are part of it, and those that just lie there. */
export type NestedRepositories = { readonly embedded: readonly string[]; readonly submodules: readonly string[] };

/** Repositories that lie in a working tree without being part of it, each one closed entry to git, and its submodules. */
export async function findNestedRepositories(
  index: CopiedIndex,
  excludes: readonly string[],
): Promise<NestedRepositories> {
  const args = [...excludes, 'ls-files', '-z', '-t', '--others', '--exclude-standard', '--stage'];
  const entries = (await index.git(args, { bytes: true })).stdout.split('\0');
  const embedded = entries.flatMap((entry) => /^\? ([\s\S]+)\/$/.exec(entry)?.[1] ?? []);
  return { embedded, submodules: submodulesAmong(entries.map((entry) => entry.replace(/^[^?] /, ''))) };
}

/**
 * Submodules in an index, as paths in bytes. Git looks for changes in one by running itself there, with what that
 * repository's configuration names: filters, programs to fetch with. Whoever wrote the tree wrote that as well.
 */
export async function findSubmodules(index: Pick<CopiedIndex, 'git'>): Promise<readonly string[]> {
  const { stdout } = await index.git(['ls-files', '-z', '--stage'], { bytes: true });
  return submodulesAmong(stdout.split('\0'));
}

function submodulesAmong(staged: readonly string[]): readonly string[] {
  return [...new Set(staged.flatMap((entry) => /^160000 \S+ \d\t([\s\S]+)$/.exec(entry)?.[1] ?? []))];
}

/** Stages the commits that submodules stand on, and those that are gone, by looking at their files alone. */
export async function stageSubmodules(index: CopiedIndex, submodules: readonly string[]): Promise<void> {
  if (submodules.length === 0) return;
  const input = bufferOf(`${submodules.join('\0')}\0`);
  await index.git(['update-index', '--add', '--remove', '-z', '--stdin'], { input, accept: [128] });
}

/** Adds the files of an embedded repository to an index as plain files, below its path. */
export async function addEmbeddedFiles(index: CopiedIndex, worktree: string, embedded: string): Promise<void> {
  const gitDir = await gitLine(worktree, ['rev-parse', '--path-format=absolute', '--git-dir']);
  const path = asText(embedded);
  const scratch = join(gitDir, `cw-index-${randomBytes(6).toString('hex')}`);
  const inside = ['--git-dir', gitDir, '--work-tree', join(worktree, path)];
  const env = { GIT_INDEX_FILE: scratch };
  try {
    await git(join(worktree, path), [...inside, 'add', '--all', '--force', '--', '.'], { env, accept: [1] });
    const tree = await gitLine(worktree, ['write-tree'], { env });
    await index.git(['read-tree', `--prefix=${path}/`, tree]);
  } finally {
    await rm(scratch, { force: true });
  }
}
