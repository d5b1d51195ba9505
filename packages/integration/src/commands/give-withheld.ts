import { type Act, storeReason } from '@cw/kernel';
import type { MergeBench } from '../ports/merge-bench.ts';
import { storedReasonOf } from '../queries/find-merge.ts';
import { listWithheld } from '../queries/list-withheld.ts';
import { isPushTold } from '../tell-refreshed.ts';
import type { QueueDeps } from './queue-deps.ts';

type GiveDeps = Pick<QueueDeps, 'read' | 'transact' | 'projectOf'> & {
  readonly bench: Pick<MergeBench, 'push' | 'isThere' | 'refresh'>;
};

/** The newest merge into a branch that its repository does not have yet. */
export type Unpushed = {
  readonly id: string;
  readonly projectId: string;
  readonly taskId: string;
  readonly targetBranch: string;
};

/** Offers a repository once more what was merged. Answers whether it has it now; what is not new is not written. */
export async function giveAgain(deps: GiveDeps, merge: Unpushed, act: Act): Promise<boolean> {
  const { id, projectId, taskId, targetBranch } = merge;
  const project = await deps.projectOf(projectId);
  if (project === undefined) return false;
  const reason = await deps.bench.push(project, targetBranch);
  const branch = { project, branch: targetBranch, isThere: deps.bench.isThere(project) };
  const isOld = reason !== undefined && storeReason(reason) === (await storedReasonOf(deps.read, id));
  if (isOld && (await isPushTold(deps.read, branch))) return false;
  // What was taken off the branch is asked about at once, and not with the next merge.
  const isRewritten = typeof reason === 'object' && reason.code === 'project.rewritten';
  const found = isRewritten ? await deps.bench.refresh(project) : undefined;
  await deps.transact(async (store) => {
    if (reason !== undefined) {
      await store.change(id, { reason });
      if (found !== undefined) await store.tellRefreshed({ ...branch, found }, act);
      return store.tellPush(branch, act);
    }
    await store.markPushed(projectId, targetBranch);
    await store.append({ type: 'merge.pushed', entity: id, payload: { projectId, taskId, targetBranch } }, act);
    await store.tellPush(branch, act);
  });
  return reason === undefined;
}

/**
 * Offers again what repositories of this kind could not be given: they were gone, could not be reached, or had the branch
 * checked out.
 * @returns how many of them still do not have it
 */
export async function giveWithheld(deps: GiveDeps, sourceKind: 'path' | 'url', act: Act): Promise<number> {
  const withheld = (await listWithheld(deps.read)).filter((each) => each.sourceKind === sourceKind);
  let left = 0;
  for (const { mergeId: id, ...merge } of withheld) {
    if (!(await giveAgain(deps, { ...merge, id }, act))) left += 1;
  }
  return left;
}
