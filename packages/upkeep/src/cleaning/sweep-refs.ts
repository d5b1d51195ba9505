import { listKeptRefs, type ProjectView, projectPaths, removeKeptRef } from '@cw/projects';
import { keepRefs } from '../config-keys.ts';
import { whyKeepRef } from '../model/cleaning.ts';
import { runsOfLeftovers } from '../queries/find-leftovers.ts';
import type { Sweep } from './clean-up.ts';

/** Removes from a project's clone the names under which work of runs is kept whose tasks were closed long ago. */
export async function sweepRefs(sweep: Sweep, project: ProjectView): Promise<void> {
  const { read, home, clock, dryRun } = sweep;
  const { clone } = projectPaths(home, project.id);
  const refs = await listKeptRefs(clone);
  const named = refs.map(({ runId }) => runId);
  const runs = await runsOfLeftovers(read, named);
  const days = await sweep.settingOf(keepRefs, project.id);
  for (const kept of refs) {
    if (sweep.signal?.aborted) return;
    const run = runs.get(kept.runId);
    const why = whyKeepRef(run, days, clock.now());
    if (why !== null || run === undefined) {
      sweep.kept('ref', kept.ref, why ?? '');
      continue;
    }
    const goes = dryRun || (await removeKeptRef(clone, kept));
    if (!goes) sweep.kept('ref', kept.ref, 'it was moved in the meantime');
    else sweep.removed({ kind: 'ref', thing: kept.ref, taskId: run.taskId, bytes: null, commit: kept.commit });
  }
}
