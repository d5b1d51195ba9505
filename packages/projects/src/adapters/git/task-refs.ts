import { underCloneLock } from './clone-lock.ts';
import { removeKeptRef } from './kept-refs.ts';
import { listRefs } from './refs.ts';

/** A branch of a task, or the name under which the commit is kept that it started from. */
export type TaskRef = {
  readonly of: 'branch' | 'base';
  readonly ref: string;
  readonly commit: string;
  readonly taskId: string;
};

/** What a clone holds of tasks, whatever has become of them. */
export async function listTaskRefs(clone: string): Promise<readonly TaskRef[]> {
  const branches = await listRefs(clone, 'refs/heads/cw-task/');
  const bases = await listRefs(clone, 'refs/cw/bases/');
  const named = (of: TaskRef['of'], refs: ReadonlyMap<string, string>) =>
    [...refs].map(([ref, commit]) => ({ of, ref, commit, taskId: /\/(tk_[0-9a-z]+)/.exec(ref)?.[1] ?? '' }));
  return [...named('branch', branches), ...named('base', bases)];
}

/**
 * Removes such a name while nobody can open a working tree of the clone.
 * @param isFree asked then
 * @returns false where it is not free, or holds another commit by now; it stays
 */
export function removeTaskRef(clone: string, ref: TaskRef, isFree: () => Promise<boolean>): Promise<boolean> {
  return underCloneLock(clone, async () => (await isFree()) && (await removeKeptRef(clone, ref)));
}
