import { commitLeftovers, type LeftoverReport, type LeftoverRequest } from './git/commit-leftovers.ts';
import { dropLinks } from './git/drop-links.ts';
import { type Mended, type MendRequest, mendWorktree } from './mend-worktree.ts';

export type KeepWorkRequest = Omit<MendRequest, 'path'> & LeftoverRequest;

export type WorkReport = LeftoverReport & Mended;

/**
 * Keeps all that a run left, in whatever state it left its working tree: this is made whole, then what is not committed
 * goes on the task's branch or beside it. Call it when no process of the run is left; it may be repeated.
 */
export async function keepWork(request: KeepWorkRequest): Promise<WorkReport> {
  await dropLinks(request.clone, request.worktree, request.branch);
  const mended = await mendWorktree({ ...request, path: request.worktree });
  return { ...(await commitLeftovers(request)), ...mended };
}
