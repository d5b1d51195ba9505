import { listAccounts } from '@cw/accounts';
import { agentKinds, capabilitiesKey, programFor } from '@cw/agents';
import { readSetting } from '@cw/config';
import type { ReadDb } from '@cw/storage';
import { type Dispatchable, filesInUse } from '@cw/tasks';
import { maxConcurrent, maxConcurrentPerProject, maxLoad, maxPerAccount, minFreeMemory } from '../config-keys.ts';
import type { HostRoom } from '../model/host-room.ts';
import { type DayCap, reachedDayCap } from '../queries/day-caps.ts';
import { restingAccounts } from '../queries/find-rests.ts';
import { type AtWork, agentsAtWork, readPauses } from '../queries/read-standing.ts';
import { removedProjects } from '../queries/removed-projects.ts';
import type { Blocker, GeneralStanding, Standing } from './blocker.ts';
import { type Machine, type Needing, openMachine } from './missing.ts';

export type SurveyDeps = Machine & {
  readonly measureRoom: () => HostRoom;
  /** Bytes that are left on the disk of the workspace. */
  readonly freeDisk: () => number;
};

/** How things stand at one moment, asked of one project after the other; what all have in common is read once. */
export type Survey = {
  /** The workspace alone: what holds for every project. */
  readonly workspace: GeneralStanding;
  /** Projects in which nothing is started, whatever it is. */
  readonly closedProjects: readonly string[];
  of(projectId: Dispatchable['projectId']): Promise<Standing>;
  /** What a task needs that is missing on this machine. */
  missingFor(task: Needing): readonly Blocker[];
};

export async function openSurvey(db: ReadDb, deps: SurveyDeps): Promise<Survey> {
  const value = async (key: typeof maxConcurrent, project?: string) => (await readSetting(db, key, { project })).value;
  const [pauses, atWork, limit] = [await readPauses(db), await agentsAtWork(db), await value(maxConcurrent)];
  const removed = await removedProjects(db);
  const missingFor = await openMachine(db, deps);
  const daySpent = asList(await reachedDayCap(db));
  const workspacePlace = { atWork: countOf(atWork, () => true), limit };
  const known = new Map<string, Standing>();
  let shared: Shared | undefined;
  const placeIn = async (projectId: string) => ({
    atWork: countOf(atWork, (at) => at.projectId === projectId),
    limit: (await value(maxConcurrentPerProject, projectId)) || Number.MAX_SAFE_INTEGER,
  });
  const closed = new Set([...removed, ...pauses.map(({ scope }) => scope).filter((scope) => scope !== '')]);
  for (const { projectId } of atWork) {
    const place = await placeIn(projectId);
    if (place.atWork >= place.limit) closed.add(projectId);
  }
  const lookUp = async (projectId: string): Promise<Standing> => {
    shared ??= await readShared(db, deps, atWork);
    const own = await readSetting(db, capabilitiesKey, { project: projectId });
    return {
      ...shared,
      kinds: await agentKinds(db, own.value),
      removed: removed.includes(projectId) ? projectId : null,
      pauses: pauses.filter(({ scope }) => scope === '' || scope === projectId),
      dayCaps: [...daySpent, ...asList(await reachedDayCap(db, projectId))],
      places: {
        workspace: workspacePlace,
        project: await placeIn(projectId),
      },
    };
  };
  return {
    workspace: {
      removed: null,
      pauses: pauses.filter(({ scope }) => scope === ''),
      dayCaps: daySpent,
      places: { workspace: workspacePlace, project: { atWork: 0, limit: 1 } },
    },
    closedProjects: [...closed],
    missingFor,
    of: async (projectId) => {
      const standing = known.get(projectId) ?? (await lookUp(projectId));
      known.set(projectId, standing);
      return standing;
    },
  };
}

type Shared = Omit<Standing, keyof GeneralStanding | 'kinds'>;

async function readShared(db: ReadDb, deps: SurveyDeps, atWork: readonly AtWork[]): Promise<Shared> {
  const resting = await restingAccounts(db);
  const program = programFor({ hasScript: false });
  const own = (await listAccounts(db)).filter(({ provider }) => provider === program);
  const choices = own.length === 0 ? [null] : own.map(({ id, name }) => ({ id, name }));
  return {
    filesInUse: await filesInUse(db),
    accounts: choices.map((account) => {
      const accountId = account?.id ?? '';
      return {
        account,
        atWork: countOf(atWork, (at) => at.provider === program && at.accountId === accountId),
        rests: resting
          .filter((rest) => rest.provider === program && rest.accountId === accountId)
          .map(({ model, until, said }) => ({ model, until, reason: said })),
      };
    }),
    accountLimit: (await readSetting(db, maxPerAccount)).value,
    room: deps.measureRoom(),
    freeDisk: deps.freeDisk(),
    bounds: {
      freeMb: (await readSetting(db, minFreeMemory)).value,
      load: (await readSetting(db, maxLoad)).value,
    },
  };
}

function asList(cap: DayCap | undefined): readonly DayCap[] {
  return cap === undefined ? [] : [cap];
}

function countOf(atWork: readonly AtWork[], holds: (at: AtWork) => boolean): number {
  return atWork.filter(holds).reduce((sum, { count }) => sum + count, 0);
}
