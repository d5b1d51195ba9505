import { listLogs, logSize, removeLog } from '@cw/agents';
import { checkLogSize, listCheckLogs, removeCheckLogs } from '@cw/integration';
import { toIso } from '@cw/kernel';
import { keepLogs } from '../config-keys.ts';
import { type Logged, loggedMerge, loggedRun, whyKeepLog } from '../model/cleaning.ts';
import { mergesOfLeftovers, runsOfLeftovers } from '../queries/find-leftovers.ts';
import type { Sweep } from './clean-up.ts';

/** Removes what runs and the checks of merges have written that went well long ago. */
export async function sweepLogs(sweep: Sweep): Promise<void> {
  const { read, home, clock } = sweep;
  const runIds = listLogs(home);
  const runs = await runsOfLeftovers(read, runIds);
  for (const id of runIds) {
    const run = runs.get(id);
    await sweepLog(sweep, {
      id,
      of: run,
      logged: run && loggedRun(run.endedAt, run.outcome),
      size: () => logSize(home, id),
      remove: () => removeLog(home, id, toIso(clock.now())),
    });
  }
  const mergeIds = listCheckLogs(home);
  const merges = await mergesOfLeftovers(read, mergeIds);
  for (const id of mergeIds) {
    const merge = merges.get(id);
    await sweepLog(sweep, {
      id,
      of: merge,
      logged: merge && loggedMerge(merge.endedAt, merge.state),
      size: () => checkLogSize(home, id),
      remove: () => removeCheckLogs(home, id),
    });
  }
}

type Log = {
  readonly id: string;
  readonly of: { readonly taskId: string; readonly projectId: string } | undefined;
  readonly logged: Logged | undefined;
  readonly size: () => number;
  readonly remove: () => void;
};

async function sweepLog(sweep: Sweep, { id, of, logged, size, remove }: Log): Promise<void> {
  if (sweep.signal?.aborted) return;
  const days = await sweep.settingOf(keepLogs, of?.projectId ?? '');
  const why = whyKeepLog(logged, days, sweep.clock.now());
  if (why !== null || of === undefined) {
    sweep.kept('log', id, why ?? '');
    return;
  }
  const bytes = size();
  if (!sweep.dryRun) remove();
  sweep.removed({ kind: 'log', thing: id, taskId: of.taskId, bytes, commit: null });
}
