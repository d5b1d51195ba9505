import { readSetting, type ScopeIds } from '@cw/config';
import { ok } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { pauseStore } from '../adapters/pause-store.ts';
import { putPause } from '../commands/pause-dispatch.ts';
import { failuresToPause, failuresWithin } from '../config-keys.ts';
import { orchestratorAct } from '../deps.ts';
import { type FailureLimit, massFailure } from '../model/mass-failure.ts';
import { lastResumed, recentFailures } from '../queries/recent-failures.ts';
import type { EndStep } from './end-step.ts';

/** Starts no more agents in a project, or at all, where too many runs have failed by now and this one too. */
export const pauseAfterFailures: EndStep = async (tx, { run: { projectId }, verdict: { outcome } }) => {
  if (outcome !== 'failed' && outcome !== 'lost') return ok(null);
  const inProject = await limitOf(tx, { project: projectId });
  const inWorkspace = await limitOf(tx, {});
  if (inProject.failures === 0 && inWorkspace.failures === 0) return ok(null);
  const window = Math.max(inProject.minutes, inWorkspace.minutes) * 60_000;
  const found = massFailure({
    projectId,
    inProject,
    inWorkspace,
    now: tx.at,
    failed: await recentFailures(tx, tx.at - window),
    projectSince: await lastResumed(tx, projectId),
    workspaceSince: await lastResumed(tx, ''),
  });
  if (found !== undefined) {
    await putPause(pauseStore(tx), { ...found, cause: 'failures' }, orchestratorAct);
  }
  return ok(null);
};

async function limitOf(tx: Tx, scope: ScopeIds): Promise<FailureLimit> {
  return {
    failures: (await readSetting(tx, failuresToPause, scope)).value,
    minutes: (await readSetting(tx, failuresWithin, scope)).value,
  };
}
