import {
  findCommit,
  isAncestor,
  listTaskRefs,
  type ProjectView,
  projectPaths,
  removeTaskRef,
  type TaskRef,
  tipRef,
} from '@cw/projects';
import { taskFolders } from '../adapters/task-folders.ts';
import { keepRefs } from '../config-keys.ts';
import { whyKeepRef } from '../model/cleaning.ts';
import { isAtWork, type LeftTree, tasksOfTrees } from '../queries/find-leftovers.ts';
import type { Sweep } from './clean-up.ts';

/**
 * Removes the branches of tasks that were closed long ago and whose every commit is on the branch they were merged into,
 * and then the names of the commits that those branches started from.
 * @param goneTrees tasks whose worktrees are gone, or would be
 */
export async function sweepBranches(sweep: Sweep, project: ProjectView, goneTrees: ReadonlySet<string>): Promise<void> {
  const { read, home, clock, dryRun } = sweep;
  const { clone } = projectPaths(home, project.id);
  const trees = new Set(taskFolders(home, project.id).map(({ taskId }) => taskId));
  const refs = await listTaskRefs(clone);
  const named = refs.map(({ taskId }) => taskId);
  const tasks = await tasksOfTrees(read, named);
  const days = await sweep.settingOf(keepRefs, project.id);
  const withBranch = new Set<string>();
  for (const ref of refs) {
    if (sweep.signal?.aborted) return;
    const task = tasks.get(ref.taskId);
    const hasTree = trees.has(ref.taskId) && !goneTrees.has(ref.taskId);
    const why =
      whyKeepRef(task, days, clock.now()) ??
      whyInUse(ref, { task, hasTree, hasBranch: withBranch.has(ref.taskId) }) ??
      (await whyNotMerged(clone, ref, tipRef(task?.mergedInto ?? project.integrationBranch)));
    const isFree = async () => !(await isAtWork(read, ref.taskId));
    const goes = why === null && (dryRun || (await removeTaskRef(clone, ref, isFree)));
    if (!goes && ref.of === 'branch') withBranch.add(ref.taskId);
    const kind = ref.of === 'branch' ? 'branch' : 'ref';
    if (!goes) sweep.kept(kind, ref.ref, why ?? 'it is in use again');
    else sweep.removed({ kind, thing: ref.ref, taskId: ref.taskId, bytes: null, commit: ref.commit });
  }
}

type Use = { readonly task: LeftTree | undefined; readonly hasTree: boolean; readonly hasBranch: boolean };

function whyInUse({ of }: TaskRef, { task, hasTree, hasBranch }: Use): string | null {
  if (task?.atWork) return 'a run or a merge is using it';
  if (hasTree) return 'the worktree of its task exists';
  return of === 'base' && hasBranch ? 'the branch of its task exists' : null;
}

async function whyNotMerged(clone: string, { commit }: TaskRef, into: string): Promise<string | null> {
  const tip = await findCommit(clone, into);
  if (tip !== undefined && (await isAncestor(clone, commit, tip))) return null;
  return 'it has commits that are on no other branch';
}
