import type { ProjectView } from '@cw/projects';
import { crashReports, type OldFile, removeOld, setAsideThings } from '../adapters/old-files.ts';
import { keepLogs, keepSetAside } from '../config-keys.ts';
import { type CleanedKind, whyKeepCrash, whyKeepSetAside } from '../model/cleaning.ts';
import { tasksOfTrees } from '../queries/find-leftovers.ts';
import type { Sweep } from './clean-up.ts';

/** Removes reports of crashes that are old. */
export async function sweepCrashes(sweep: Sweep): Promise<void> {
  const days = await sweep.settingOf(keepLogs, '');
  for (const file of crashReports(sweep.home)) {
    sweepFile(sweep, { kind: 'crash', file, taskId: null, why: whyKeepCrash(file.at, days, sweep.clock.now()) });
  }
}

/** Removes what was moved out of the way of a project's worktrees, where people want it to go after a while. */
export async function sweepSetAside(sweep: Sweep, { id }: ProjectView): Promise<void> {
  const { read, home, clock } = sweep;
  const files = setAsideThings(home, id);
  if (files.length === 0) return;
  const days = await sweep.settingOf(keepSetAside, id);
  const taskIdOf = ({ name }: OldFile) => name.replace(/-\d+$/, '');
  const tasks = await tasksOfTrees(read, files.map(taskIdOf));
  for (const file of files) {
    const task = tasks.get(taskIdOf(file));
    const why = whyKeepSetAside(task, days, clock.now());
    sweepFile(sweep, { kind: 'set-aside', file, taskId: task?.taskId ?? null, why });
  }
}

type Found = {
  readonly kind: CleanedKind;
  readonly file: OldFile;
  readonly taskId: string | null;
  readonly why: string | null;
};

function sweepFile(sweep: Sweep, { kind, file, taskId, why }: Found): void {
  if (sweep.signal?.aborted) return;
  const stays = why ?? (sweep.dryRun ? undefined : removeOld(file));
  if (stays !== undefined) sweep.kept(kind, file.path, stays);
  else sweep.removed({ kind, thing: file.path, taskId, bytes: file.bytes, commit: null });
}
