import type { RunRecord } from '@cw/agents';

export type RunPlace = { readonly worktree: string; readonly branch: string; readonly baseSha: string };

/** Where a run works; known from the step `hook` on. */
export function worktreeOf(run: RunRecord): RunPlace {
  const { worktree, branch, baseSha } = run;
  if (worktree === null || branch === null || baseSha === null) {
    throw new Error(`run ${run.id} has no worktree in the step ${run.step}`);
  }
  return { worktree, branch, baseSha };
}
