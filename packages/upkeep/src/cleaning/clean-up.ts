import { type ConfigKey, readSetting } from '@cw/config';
import type { Workspace } from '@cw/entry';
import { type Act, err, ok, type Result } from '@cw/kernel';
import { listProjects, type ProjectView } from '@cw/projects';
import type { ReadDb, Transact } from '@cw/storage';
import { hasClone } from '../adapters/task-folders.ts';
import { append } from '../append.ts';
import { type Cleaned, type CleanedKind, type Cleaning, type CleaningFailure, groupKept } from '../model/cleaning.ts';
import { sweepBranches } from './sweep-branches.ts';
import { sweepClones } from './sweep-clones.ts';
import { sweepCrashes, sweepSetAside } from './sweep-files.ts';
import { sweepLogs } from './sweep-logs.ts';
import { sweepRefs } from './sweep-refs.ts';
import { sweepTrees } from './sweep-trees.ts';

export type CleanUpDeps = Pick<Workspace, 'home' | 'clock'> & {
  readonly read: ReadDb;
  /** One write transaction; what was removed is told in it. */
  readonly transact: Transact;
  /** Leaves the rest for another time. */
  readonly signal?: AbortSignal | undefined;
};

/** Those of any process. */
export function cleanUpDeps({ home, clock, storage: { read, transact } }: Workspace): CleanUpDeps {
  return { home, clock, read, transact };
}

/** Takes down what became of each thing that was looked at. */
export type Sweep = CleanUpDeps & {
  readonly dryRun: boolean;
  readonly removed: (thing: Cleaned) => void;
  readonly kept: (kind: CleanedKind, thing: string, why: string) => void;
  readonly settingOf: (key: ConfigKey<number>, projectId: string) => Promise<number>;
};

/**
 * Removes what nobody needs any more and says what stays and why: logs of runs that went well, worktrees whose work is
 * merged, branches and refs of tasks closed long ago, reports of crashes, clones whose making was cut short. It never removes what is dirty, unmerged, in use, or told of a failure.
 */
export async function cleanUp(
  deps: CleanUpDeps,
  { dryRun }: { readonly dryRun: boolean },
  act: Act,
): Promise<Result<Cleaning, CleaningFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'dispatch.people-only' });
  const removed: Cleaned[] = [];
  const kept: { kind: CleanedKind; thing: string; why: string }[] = [];
  const sweep: Sweep = {
    ...deps,
    dryRun,
    removed: (thing) => removed.push(thing),
    kept: (kind, thing, why) => kept.push({ kind, thing, why }),
    settingOf: async (key, project) => (await readSetting(deps.read, key, { project })).value,
  };
  for (const project of await cloned(deps)) {
    const goneTrees = await sweepTrees(sweep, project);
    await sweepBranches(sweep, project, goneTrees);
    await sweepRefs(sweep, project);
    await sweepSetAside(sweep, project);
  }
  await sweepClones(sweep);
  await sweepLogs(sweep);
  await sweepCrashes(sweep);
  if (!dryRun && removed.length > 0) await tell(deps, removed, act);
  const bytes = removed.reduce((sum, thing) => sum + (thing.bytes ?? 0), 0);
  return ok({ dryRun, removed, kept: groupKept(kept), bytes });
}

async function cloned({ read, home }: CleanUpDeps): Promise<readonly ProjectView[]> {
  return (await listProjects(read, home)).filter(({ id }) => hasClone(home, id));
}

/** Things that one event names; more of them make more events. */
const mostToldOf = 200;

async function tell({ transact }: CleanUpDeps, removed: readonly Cleaned[], act: Act): Promise<void> {
  await transact(async (tx) => {
    for (let at = 0; at < removed.length; at += mostToldOf) {
      const things = removed.slice(at, at + mostToldOf);
      await append(tx, { type: 'workspace.cleaned', entity: 'workspace', payload: { removed: things } }, act);
    }
  });
}
