import { copyIndex } from './copied-index.ts';
import { readHeadState } from './head-state.ts';
import type { IndexChange } from './leftover-changes.ts';
import { stageAll } from './stage-all.ts';
import { gitDirOf, readProducts, writeProducts } from './worktree-state.ts';

/** How files are that differ from HEAD: mode and blob by path, which is bytes as latin1. */
export type FilesAsTheyAre = ReadonlyMap<string, string>;

export async function filesAsTheyAre(worktree: string): Promise<FilesAsTheyAre> {
  const head = await readHeadState(worktree);
  const index = await copyIndex(worktree, head.gitDir);
  try {
    const { changes } = await stageAll(index, head);
    return new Map(changes.map((change) => [change.path, asItIs(change)]));
  } finally {
    await index.remove();
  }
}

/**
 * Notes what a set-up command made or changed. It is not the work of the task for as long as it stays as the command left it.
 * @param before how files were when the command began
 */
export async function noteProducts(worktree: string, before: FilesAsTheyAre): Promise<void> {
  const gitDir = await gitDirOf(worktree);
  const known = await readProducts(gitDir);
  const after = await filesAsTheyAre(worktree);
  const made = [...after].filter(([path, is]) => before.get(path) !== is || known.get(path) === is);
  if (made.length > 0 || known.size > 0) await writeProducts(gitDir, made);
}

/** Whether a file is still as the set-up command left it. */
export function isProduct(products: FilesAsTheyAre, change: IndexChange): boolean {
  return products.get(change.path) === asItIs(change);
}

function asItIs({ after }: IndexChange): string {
  return `${after.mode} ${after.blob}`;
}
