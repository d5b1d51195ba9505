import type { CopiedIndex } from './copied-index.ts';
import { findNestedRepositories, stageSubmodules } from './embedded-repositories.ts';
import type { HeadState } from './head-state.ts';
import { type IndexChange, stagedChanges } from './leftover-changes.ts';
import { bufferOf } from './path-bytes.ts';
import { gitLine } from './run-git.ts';
import { excludesOption } from './worktree-state.ts';

export type StagedAll = {
  /** What the working tree has that its HEAD has not, ignored files left aside. */
  readonly changes: readonly IndexChange[];
  /** Repositories that lie in the tree without being part of it; paths as bytes. */
  readonly embedded: readonly string[];
  /** Repositories that are part of it; paths as bytes. */
  readonly submodules: readonly string[];
};

/** Stages all that lies in a working tree in a copy of its index. */
export async function stageAll(index: CopiedIndex, head: HeadState): Promise<StagedAll> {
  const excludes = excludesOption(head.gitDir);
  const { embedded, submodules } = await findNestedRepositories(index, excludes);
  const paths = ['.', ...[...embedded, ...submodules].map((path) => `:(exclude,top,literal)${path}`)];
  await index.git([...excludes, 'add', '--all', '--ignore-errors', '--pathspec-from-file=-', '--pathspec-file-nul'], {
    input: bufferOf(paths.join('\0')),
    pathspecMagic: true,
    accept: [1],
  });
  await stageSubmodules(index, submodules);
  const changes = await stagedChanges(index, head.commit ?? (await emptyTree(index.worktree)));
  return { changes, embedded, submodules };
}

/** The empty tree's name in this repository's kind of hash. */
function emptyTree(worktree: string): Promise<string> {
  return gitLine(worktree, ['hash-object', '-t', 'tree', '--stdin']);
}
