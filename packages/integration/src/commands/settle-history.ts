import { err, ok, type Result } from '@cw/kernel';
import type { MergeFailure } from '../model/merge-request.ts';
import type { QueueDeps } from './queue-deps.ts';

export type HistoryChoice = {
  readonly projectId: string;
  /** The branch of the repository that was rewritten. */
  readonly branch: string;
  readonly how: 'adopt' | 'keep';
};

export type HistorySettled = {
  readonly how: 'adopt' | 'keep';
  readonly branch: string;
  readonly integrationBranch: string;
  /** The ref that keeps what the integration branch held; null where it goes on as it was. */
  readonly keptAs: string | null;
};

/**
 * Does what a person decided about a branch of the repository that was rewritten: the integration branch is made anew without what it
 * dropped, or goes on with it. What it held is kept, and the repository is given the new one where it takes it.
 */
export async function settleHistory(
  { bench, projectOf }: Pick<QueueDeps, 'bench' | 'projectOf'>,
  { projectId, branch, how }: HistoryChoice,
): Promise<Result<HistorySettled, MergeFailure>> {
  const project = await projectOf(projectId);
  if (project === undefined) return err({ kind: 'merge.history-moved', branch });
  const { integrationBranch } = project;
  const settled = await bench.settleHistory(project, branch, how);
  if (settled.kind === 'conflict') {
    const { commit, subject, files } = settled;
    return err({ kind: 'merge.history-conflicts', branch, integrationBranch, commit, subject, files });
  }
  if (settled.kind === 'moved') return err({ kind: 'merge.history-moved', branch });
  // What it cannot be given now it is given with the next merge.
  await bench.push(project, integrationBranch);
  return ok({ how, branch, integrationBranch, keptAs: settled.kind === 'kept' ? null : settled.keptAs });
}
