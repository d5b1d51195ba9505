import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopiedIndex } from './copied-index.ts';
import { git, gitLine } from './run-git.ts';

/** Repositories that lie in a working tree without being part of it; git sees each as one closed entry. */
export async function findEmbeddedRepositories(
  index: CopiedIndex,
  excludes: readonly string[],
): Promise<readonly string[]> {
  const args = [...excludes, 'ls-files', '-z', '--others', '--exclude-standard'];
  const fields = (await index.git(args, { bytes: true })).stdout.split('\0');
  return fields.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));
}

/**
 * Submodules in an index, as paths in bytes. Git looks for changes in one by running itself there, with what that
 * repository's configuration names: filters, programs to fetch with. Whoever wrote the tree wrote that as well.
 */
export async function findSubmodules(index: Pick<CopiedIndex, 'git'>): Promise<readonly string[]> {
  const { stdout } = await index.git(['ls-files', '-z', '--stage'], { bytes: true });
  return [...new Set(stdout.split('\0').flatMap((entry) => /^160000 \S+ \d\t([\s\S]+)$/.exec(entry)?.[1] ?? []))];
}

/** Stages the commits that submodules stand on, and those that are gone, by looking at their files alone. */
export async function stageSubmodules(index: CopiedIndex, submodules: readonly string[]): Promise<void> {
  if (submodules.length === 0) return;
  const input = Buffer.from(`${submodules.join('\0')}\0`, 'latin1');
  await index.git(['update-index', '--add', '--remove', '-z', '--stdin'], { input, accept: [128] });
}

/** Adds the files of an embedded repository to an index as plain files, below its path. */
export async function addEmbeddedFiles(index: CopiedIndex, worktree: string, embedded: string): Promise<void> {
  const gitDir = await gitLine(worktree, ['rev-parse', '--path-format=absolute', '--git-dir']);
  const path = Buffer.from(embedded, 'latin1').toString();
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
