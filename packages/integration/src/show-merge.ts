import type { Workspace } from '@cw/entry';
import { ok, type Result } from '@cw/kernel';
import { checkLogPath, lastLinesOf } from './adapters/check-logs.ts';
import type { MergeFailure } from './model/merge-request.ts';
import type { FailedCheck, MergeRequestView, MergeSheet } from './model/merge-view.ts';
import { findMerge } from './queries/find-merge.ts';

type Shown = Pick<Workspace, 'home' | 'storage'>;

/** A merge request by its id, its task's, or the start of one, with the end of what a failed check wrote. */
export async function showMerge(workspace: Shown, merge: string): Promise<Result<MergeSheet, MergeFailure>> {
  const found = await findMerge(workspace.storage.read, merge);
  return found.ok ? ok({ ...found.value, failedCheck: await failedCheckOf(workspace, found.value) }) : found;
}

/** The check that keeps a merge request from being merged, with the end of what it wrote; null where none does. */
export async function failedCheckOf({ home }: Shown, merge: MergeRequestView): Promise<FailedCheck | null> {
  const failed = merge.failedCheck;
  return failed && { ...failed, lastLines: await lastLinesOf(checkLogPath(home, merge, failed.index)) };
}
