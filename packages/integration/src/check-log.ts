import type { Workspace } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { checkLogPath, isRemoved, readCheckLog } from './adapters/check-logs.ts';
import type { MergeFailure } from './model/merge-request.ts';
import { findMerge } from './queries/find-merge.ts';

/** Said in the place of output that the clean-up has removed. */
const removedText = 'The output of this check was removed because it was old (cleanup.logs).\n';

/** Output of a check of a merge request, by its index, or of the set-up before the checks. */
export async function checkLog(
  { home, storage }: Pick<Workspace, 'home' | 'storage'>,
  merge: string,
  index: number | 'set-up',
): Promise<Result<string, MergeFailure>> {
  const found = await findMerge(storage.read, merge);
  if (!found.ok) return found;
  const { id, checks } = found.value;
  const check = checks.find((each) => each.index === index);
  if (index !== 'set-up' && check === undefined)
    return err({ kind: 'merge.no-check', mergeId: id, check: String(index) });
  const path = checkLogPath(home, found.value, index);
  const hasRun = check !== undefined && check.exitCode !== null;
  return ok(hasRun && isRemoved(path) ? removedText : await readCheckLog(path));
}
