import { listRefs } from './refs.ts';
import { git } from './run-git.ts';

/** A name under which work of a run is kept that is on no branch. */
export type KeptRef = { readonly ref: string; readonly commit: string; readonly runId: string };

/** What is kept of runs in a clone: branches as earlier attempts left them, and what could not go on a branch. */
export async function listKeptRefs(clone: string): Promise<readonly KeptRef[]> {
  const refs = await Promise.all(['attempts', 'rescue'].map((kind) => listRefs(clone, `refs/cw/${kind}/`)));
  return refs.flatMap((found) =>
    [...found].map(([ref, commit]) => ({ ref, commit, runId: /\/(rn_[0-9a-z]+)/.exec(ref)?.[1] ?? '' })),
  );
}

/** Removes a kept ref that still holds this commit. @returns false when it holds another by now, and stays */
export async function removeKeptRef(clone: string, { ref, commit }: Pick<KeptRef, 'ref' | 'commit'>): Promise<boolean> {
  return (await git(clone, ['update-ref', '-d', ref, commit], { accept: [1, 128] })).exitCode === 0;
}
