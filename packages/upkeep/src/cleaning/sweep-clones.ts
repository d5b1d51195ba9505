import { join } from 'node:path';
import { leftStagings, removeStaging } from '@cw/projects';
import type { Sweep } from './clean-up.ts';

/** Removes what was left where a process was ended while it made the clone of a new project. */
export async function sweepClones(sweep: Sweep): Promise<void> {
  const { home, clock, dryRun } = sweep;
  for (const { path, bytes } of await leftStagings(join(home, 'projects'), clock)) {
    if (sweep.signal?.aborted) return;
    const stays = dryRun ? undefined : await removeStaging(path, clock);
    if (stays !== undefined) sweep.kept('clone', path, stays);
    else sweep.removed({ kind: 'clone', thing: path, taskId: null, bytes, commit: null });
  }
}
