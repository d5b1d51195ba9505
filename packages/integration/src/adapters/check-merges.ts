import { existsSync } from 'node:fs';
import { type Finding, step } from '@cw/kernel';
import { findCommit, projectPaths } from '@cw/projects';
import type { Scene } from '@cw/storage';
import { listOpenMerges } from '../queries/list-open-merges.ts';

/** Whether the branch of each merge request that waits is there to be merged. */
export async function checkMerges({ read, home }: Scene): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const { id, taskId, projectId, branch, headSha } of await listOpenMerges(read)) {
    const { clone } = projectPaths(home, projectId);
    if (!existsSync(clone)) continue;
    const next = [step('Assign the task again to start from scratch', 'assign', taskId)];
    const finding = { check: 'integration.branches', level: 'problem', thing: id, next } as const;
    if ((await findCommit(clone, `refs/heads/${branch}`)) === undefined) {
      found.push({ ...finding, message: `The branch ${branch} of merge request ${id} is gone.` });
    } else if ((await findCommit(clone, headSha)) === undefined) {
      found.push({ ...finding, message: `The commit ${headSha} of merge request ${id} is gone.` });
    }
  }
  return found;
}
