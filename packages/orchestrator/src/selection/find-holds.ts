import { readSetting } from '@cw/config';
import { type NextStep, step } from '@cw/kernel';
import type { CauseName } from '@cw/messages';
import { withoutClone } from '@cw/projects';
import { almostFull, type ReadDb } from '@cw/storage';
import { dispatchNeeds, listDispatchable } from '@cw/tasks';
import { maxCostPerDay, minFreeMemory } from '../config-keys.ts';
import type { HoldReason } from '../model/hold-reason.ts';
import type { HostRoom } from '../model/host-room.ts';
import { reachedDayCap } from '../queries/day-caps.ts';
import { removedProjects } from '../queries/removed-projects.ts';
import type { Blocker } from './blocker.ts';
import { type Machine, type Needing, openClones, openMachine } from './missing.ts';

/** Something that keeps agents from being started, as people are told of it. */
export type Hold = {
  readonly cause: CauseName;
  /** What it is the cause at. */
  readonly of: string;
  readonly projectId: string | null;
  readonly title: HoldReason;
  /** What is wrong, where other doors say it too. */
  readonly because?: string;
  readonly hint: string | undefined;
  readonly next: readonly NextStep[] | undefined;
};

export type HoldDeps = Machine & {
  readonly measureRoom: () => HostRoom;
  /** Whether the disk of the workspace is almost full. */
  readonly isDiskFull: boolean;
  /** Runs whose agents are not started yet. */
  readonly starting: readonly Needing[];
  /** Projects with merges that wait for their private clone. */
  readonly heldQueues: readonly string[];
};

/** What keeps agents from being started of which people are to be told, though there be no place for more at present. */
export async function findHolds(db: ReadDb, deps: HoldDeps): Promise<readonly Hold[]> {
  const waiting = await waitingTasks(db);
  const missingFor = await openMachine(db, deps);
  const found = [
    ...[...deps.starting, ...waiting].flatMap((task) => missingFor(task).flatMap(ofMissing)),
    ...(await spent(db, waiting)),
    ...(waiting.length === 0 ? [] : await lowMemory(db, deps)),
    ...(deps.isDiskFull ? [diskFull(deps.home)] : []),
    ...(await clonesGone(db, deps, waiting)),
  ];
  return [...new Map(found.map((hold) => [`${hold.cause}:${hold.of}`, hold])).values()];
}

const told: ReadonlySet<Blocker['why']> = new Set(['program', 'sandbox', 'clone', 'day-cap', 'memory', 'disk']);

/** Whether people are told of it: most of what keeps a task back is over by itself, or an item of its own. */
export function isHold({ why }: Blocker): boolean {
  return told.has(why);
}

function ofMissing(blocker: Blocker): readonly Hold[] {
  if (blocker.why === 'program') {
    const { program, title: name, command, because, advice } = blocker;
    const title: HoldReason = { code: 'dispatch.no-program', program: name, because };
    const { hint, next } = advice;
    return [{ cause: 'program', of: `${program}:${command}`, projectId: null, title, because, hint, next }];
  }
  if (blocker.why === 'sandbox') {
    const { wall, because, advice } = blocker;
    const title: HoldReason = { code: 'dispatch.no-sandbox', wall, because };
    return [{ cause: 'sandbox', of: wall, projectId: null, title, hint: advice.hint, next: advice.next }];
  }
  return [];
}

/** What may be spent a day, in the workspace and in each project for which something waits. */
async function spent(db: ReadDb, waiting: readonly Needing[]): Promise<readonly Hold[]> {
  if (waiting.length === 0) return [];
  const places = [undefined, ...new Set(waiting.map(({ projectId }) => projectId))];
  const caps = await Promise.all(places.map((place) => reachedDayCap(db, place)));
  return Promise.all(
    caps.flatMap((cap) => (cap === undefined ? [] : [daySpent(db, { projectId: cap.projectId, capUsd: cap.capUsd })])),
  );
}

async function clonesGone(db: ReadDb, deps: HoldDeps, waiting: readonly Needing[]): Promise<readonly Hold[]> {
  const { home, starting, heldQueues } = deps;
  const projects = new Set([...[...starting, ...waiting].map(({ projectId }) => projectId), ...heldQueues]);
  const cloneMissing = openClones(home);
  const gone = [...projects].flatMap((projectId) => cloneMissing({ projectId }));
  return Promise.all(gone.flatMap((blocker) => (blocker.why === 'clone' ? [cloneGone(db, blocker)] : [])));
}

async function cloneGone(db: ReadDb, { projectId, folder }: Extract<Blocker, { why: 'clone' }>): Promise<Hold> {
  const about = { cause: 'clone', of: projectId, projectId } as const;
  const title: HoldReason = { code: 'dispatch.no-clone', project: await nameOf(db, projectId), folder };
  return { ...about, title, hint: withoutClone.hint, next: withoutClone.next };
}

async function nameOf(db: ReadDb, projectId: string): Promise<string> {
  const named = await db.get<{ name: string }>('SELECT name FROM project_view WHERE id = ?', [projectId]);
  return named?.name ?? projectId;
}

async function daySpent(
  db: ReadDb,
  { projectId, capUsd }: { readonly projectId: string | null; readonly capUsd: number },
): Promise<Hold> {
  const project = projectId === null ? null : await nameOf(db, projectId);
  const next =
    projectId === null
      ? step('Or raise it', 'config set', maxCostPerDay.key, '<usd>')
      : step('Or raise it', 'config set', maxCostPerDay.key, '<usd>', '--project', projectId);
  return {
    cause: 'spending',
    of: projectId ?? 'workspace',
    projectId,
    title: { code: 'dispatch.day-spent', project, capUsd },
    hint: 'The limit resets at midnight.',
    next: [next],
  };
}

async function lowMemory(db: ReadDb, { measureRoom }: HoldDeps): Promise<readonly Hold[]> {
  const { value: leastMb } = await readSetting(db, minFreeMemory);
  if (measureRoom().freeMb >= leastMb) return [];
  return [
    {
      cause: 'memory',
      of: 'workspace',
      projectId: null,
      title: { code: 'dispatch.low-memory', leastMb },
      hint: 'End other programs.',
      next: [step('Or ask for less', 'config set', minFreeMemory.key, '<MB>')],
    },
  ];
}

function diskFull(folder: string): Hold {
  const about = { cause: 'disk', of: 'workspace', projectId: null } as const;
  const title: HoldReason = { code: 'dispatch.low-disk', leastMb: almostFull / 1_000_000, folder };
  const hint = 'Free space: what cannot be written is refused, and nothing is lost.';
  return { ...about, title, hint, next: [step('See what the workspace takes up', 'health')] };
}

/** Tasks for which agents are to be started. */
async function waitingTasks(db: ReadDb): Promise<readonly Needing[]> {
  const tasks = await listDispatchable(db, { exceptProjects: await removedProjects(db) });
  const needs = await dispatchNeeds(
    db,
    tasks.map(({ n }) => n),
  );
  return tasks.map(({ n, id, projectId }) => ({ id, projectId, hasScript: needs.get(n)?.hasScript === true }));
}
