import { join } from 'node:path';
import { withFileLock } from '@cw/storage';

/**
 * Registers or removes working trees of a clone one at a time across all processes: git does not survive it in
 * parallel (some adds fail and leave a branch without a working tree).
 */
export function underCloneLock<T>(clone: string, work: () => Promise<T>): Promise<T> {
  return withFileLock(join(clone, '..', 'worktrees.lock.db'), work);
}
