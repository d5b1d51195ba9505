import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommit } from './refs.ts';
import { git } from './run-git.ts';
import { gitDirOf, readIfThere } from './worktree-state.ts';

export type Unfinished = 'merge' | 'rebase' | 'cherry-pick' | 'revert';

/** Where a working tree stands, and what was begun in it and not ended. */
export type HeadState = {
  readonly gitDir: string;
  /** The branch HEAD is on, or undefined when it stands on a commit. */
  readonly branch: string | undefined;
  /** Undefined on a branch without commits. */
  readonly commit: string | undefined;
  readonly unfinished: Unfinished | undefined;
  /** The commits a begun merge brings in. */
  readonly mergeHeads: readonly string[];
  /** True when the index still has conflicts of a begun merge. */
  readonly conflicts: boolean;
};

export async function readHeadState(worktree: string): Promise<HeadState> {
  const gitDir = await gitDirOf(worktree);
  const head = (await readIfThere(join(gitDir, 'HEAD'))) ?? '';
  const ref = /^ref: (refs\/heads\/.+)\n?$/.exec(head)?.[1];
  const unfinished = unfinishedIn(gitDir);
  const mergeHead = (await readIfThere(join(gitDir, 'MERGE_HEAD'))) ?? '';
  return {
    gitDir,
    branch: ref?.slice('refs/heads/'.length),
    commit: await findCommit(worktree, ref ?? 'HEAD'),
    unfinished,
    mergeHeads: mergeHead.split('\n').filter((line) => line !== ''),
    conflicts: unfinished === 'merge' && (await hasConflicts(worktree)),
  };
}

async function hasConflicts(worktree: string): Promise<boolean> {
  return (await git(worktree, ['ls-files', '--unmerged', '-z'], { bytes: true })).stdout !== '';
}

function unfinishedIn(gitDir: string): Unfinished | undefined {
  const has = (name: string) => existsSync(join(gitDir, name));
  if (has('rebase-merge') || has('rebase-apply')) return 'rebase';
  if (has('MERGE_HEAD')) return 'merge';
  if (has('CHERRY_PICK_HEAD')) return 'cherry-pick';
  return has('REVERT_HEAD') ? 'revert' : undefined;
}

/** Forgets what was begun in a working tree; its commits, index and files stay. */
export async function forgetUnfinished(gitDir: string): Promise<void> {
  const begun = ['MERGE_HEAD', 'MERGE_MSG', 'MERGE_MODE', 'AUTO_MERGE', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'];
  for (const name of [...begun, 'rebase-merge', 'rebase-apply', 'sequencer']) {
    await rm(join(gitDir, name), { recursive: true, force: true });
  }
}
