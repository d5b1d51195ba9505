import type { AgentKindOf } from '@cw/agents';
import { type Advice, type Instant, type IsoTime, toIsoOrNull } from '@cw/kernel';
import { almostFull } from '@cw/storage';
import type { DispatchNeeds, FilesInUse } from '@cw/tasks';
import type { HostRoom } from '../model/host-room.ts';
import type { Pause } from '../model/pause.ts';
import { mayBeUsed } from '../model/rest.ts';
import type { DayCap } from '../queries/day-caps.ts';
import { firstOverlap } from './overlap.ts';

/** Why a task that was assigned and is ready is not started. */
export type Blocker =
  | { readonly why: 'removed'; readonly projectId: string }
  | { readonly why: 'paused'; readonly projectId: string | null; readonly by: string; readonly reason: string | null }
  | {
      readonly why: 'no-place';
      readonly in: 'workspace' | 'project' | 'account';
      readonly atWork: number;
      readonly limit: number;
    }
  | { readonly why: 'files'; readonly path: string; readonly taskId: string }
  | { readonly why: 'requires'; readonly missing: readonly string[]; readonly elsewhere: readonly string[] }
  /** It was assigned to an agent that works by itself, which takes it when it does. */
  | { readonly why: 'assigned'; readonly to: string }
  | {
      readonly why: 'account';
      /** Null: the sign-in that the user has without an account. */
      readonly accountId: string | null;
      readonly accountName: string | null;
      readonly until: IsoTime | null;
      readonly reason: string;
    }
  /** It is to be kept in a sandbox, which this machine does not give it. */
  | {
      readonly why: 'sandbox';
      /** What is missing of it. */
      readonly wall: 'all' | 'network';
      readonly because: string;
      readonly advice: Advice;
    }
  /** The program that does it cannot be started. */
  | {
      readonly why: 'program';
      readonly program: string;
      /** As people call it. */
      readonly title: string;
      /** The path or name that is set for it. */
      readonly command: string;
      readonly because: string;
      readonly advice: Advice;
    }
  | ({ readonly why: 'day-cap' } & DayCap)
  /** The private clone of its project is gone or damaged. */
  | { readonly why: 'clone'; readonly projectId: string; readonly folder: string }
  /** The disk of the workspace is almost full. */
  | { readonly why: 'disk'; readonly freeMb: number }
  | { readonly why: 'memory'; readonly freeMb: number; readonly leastMb: number }
  | { readonly why: 'load'; readonly load: number; readonly most: number };

/** An account that agents could be started with; null: the user's own sign-in, or none where none is needed. */
export type AccountChoice = { readonly id: string; readonly name: string } | null;

export type AccountRest = {
  readonly until: Instant | null;
  readonly reason: string;
  /** The kind of model that only may not be used; null: none may. */
  readonly model: string | null;
};

/** How the workspace and one project of it stand. */
export type Standing = {
  /** The project's id where it was removed. */
  readonly removed: string | null;
  readonly pauses: readonly Pause[];
  /** Money for today that is used up. */
  readonly dayCaps: readonly DayCap[];
  readonly places: Readonly<Record<'workspace' | 'project', { readonly atWork: number; readonly limit: number }>>;
  readonly filesInUse: readonly FilesInUse[];
  /** One's own workers first, then agents from outside. */
  readonly kinds: readonly AgentKindOf[];
  readonly accounts: readonly {
    readonly account: AccountChoice;
    readonly atWork: number;
    /** For what it rests: as a whole, or for kinds of model. */
    readonly rests: readonly Pick<AccountRest, 'model' | 'until' | 'reason'>[];
  }[];
  /** How many agents one account takes; 0: as many as there are. */
  readonly accountLimit: number;
  readonly room: HostRoom;
  /** Bytes that are left on the disk of the workspace. */
  readonly freeDisk: number;
  /** What must be left; a load of 0 stands for any. */
  readonly bounds: HostRoom;
};

/** What holds for whatever is to be started. */
export type GeneralStanding = Pick<Standing, 'removed' | 'pauses' | 'places' | 'dayCaps'>;

type Wanted = {
  readonly id: string;
  readonly projectId: string;
  readonly assignee: string | null;
  readonly needs: DispatchNeeds;
  /** What its next run is to begin with; null: what the program takes by itself. */
  readonly model: string | null;
};

/** What keeps a task from being started, as things stand; what the machine has left is not asked here. */
export function blockersOf(task: Wanted, standing: Standing): readonly Blocker[] {
  const account = task.needs.hasScript ? undefined : accountFor(standing, task.model);
  return [
    ...generalBlockers(standing),
    ...forAnother(task, standing),
    ...requirements(task, standing),
    ...inUse(task, standing),
    ...(account !== undefined && 'why' in account ? [account] : []),
  ];
}

/** Those that hold for every task of the project. */
export function generalBlockers({ removed, pauses, places, dayCaps }: GeneralStanding): readonly Blocker[] {
  if (removed !== null) return [{ why: 'removed', projectId: removed }];
  const paused = pauses.map(
    ({ scope, pausedBy: by, reason }): Blocker => ({ why: 'paused', projectId: scope || null, by, reason }),
  );
  const full = (['workspace', 'project'] as const).flatMap((where): readonly Blocker[] => {
    const { atWork, limit } = places[where];
    return atWork < limit ? [] : [{ why: 'no-place', in: where, atWork, limit }];
  });
  const spent = dayCaps.map((cap): Blocker => ({ why: 'day-cap', ...cap }));
  return [...paused, ...spent, ...full];
}

/** Too little disk or memory, too much load. */
export function roomBlockers({
  room,
  bounds,
  freeDisk,
}: Pick<Standing, 'room' | 'bounds' | 'freeDisk'>): readonly Blocker[] {
  const { freeMb, load } = room;
  return [
    ...(freeDisk < almostFull ? [{ why: 'disk', freeMb: Math.floor(freeDisk / 1_000_000) } as const] : []),
    ...(freeMb < bounds.freeMb ? [{ why: 'memory', freeMb, leastMb: bounds.freeMb } as const] : []),
    ...(bounds.load > 0 && load > bounds.load ? [{ why: 'load', load, most: bounds.load } as const] : []),
  ];
}

/** Whether it keeps everything back. */
export function isNoRoom({ why }: Blocker): boolean {
  return why === 'disk' || why === 'memory' || why === 'load';
}

function forAnother({ assignee }: Wanted, { kinds }: Standing): readonly Blocker[] {
  return kinds.some(({ name }) => name !== null && name === assignee) ? [{ why: 'assigned', to: assignee ?? '' }] : [];
}

function requirements({ needs }: Wanted, { kinds }: Standing): readonly Blocker[] {
  const [own, ...outside] = kinds;
  const missing = needs.requires.filter((word) => !own?.capabilities.includes(word));
  if (missing.length === 0) return [];
  const able = outside.filter(({ capabilities }) => needs.requires.every((word) => capabilities.includes(word)));
  return [{ why: 'requires', missing, elsewhere: able.flatMap(({ name }) => (name === null ? [] : [name])) }];
}

function inUse({ id, projectId, needs }: Wanted, { filesInUse }: Standing): readonly Blocker[] {
  if (needs.files.length === 0) return [];
  for (const other of filesInUse) {
    if (other.projectId !== projectId || other.taskId === id) continue;
    const path = firstOverlap(needs.files, other.files);
    if (path !== undefined) return [{ why: 'files', path, taskId: other.taskId }];
  }
  return [];
}

/** Accounts that do not rest for a model, and are not full. */
export function freeAccounts(
  { accounts, accountLimit }: Pick<Standing, 'accounts' | 'accountLimit'>,
  model: string | null,
): readonly AccountChoice[] {
  return accounts
    .filter(
      ({ rests, atWork }) => longestRest(rests, model) === undefined && (accountLimit === 0 || atWork < accountLimit),
    )
    .map(({ account }) => account);
}

/** Of what an account rests for, what keeps it longest from being used with a model; undefined where nothing does. */
function longestRest<T extends Pick<AccountRest, 'model' | 'until'>>(
  rests: readonly T[],
  model: string | null,
): T | undefined {
  return rests.filter((rest) => !mayBeUsed(rest, model)).toSorted((a, b) => endOf(b) - endOf(a))[0];
}

function endOf(rest: Pick<AccountRest, 'until'> | undefined): number {
  return rest?.until ?? Number.MAX_VALUE;
}

/** The first account that neither rests nor is full; else what has to happen before one is. */
export function accountFor(
  { accounts, accountLimit }: Standing,
  model: string | null,
): { readonly account: AccountChoice } | Blocker {
  const all = accounts.map((each) => ({ ...each, rest: longestRest(each.rests, model) }));
  const awake = all.filter(({ rest }) => rest === undefined);
  const [free] = freeAccounts({ accounts, accountLimit }, model);
  if (free !== undefined) return { account: free };
  const [busy] = awake;
  if (busy) return { why: 'no-place', in: 'account', atWork: busy.atWork, limit: accountLimit };
  const [first] = all.toSorted((a, b) => endOf(a.rest) - endOf(b.rest));
  return {
    why: 'account',
    accountId: first?.account?.id ?? null,
    accountName: first?.account?.name ?? null,
    until: toIsoOrNull(first?.rest?.until ?? null),
    reason: first?.rest?.reason ?? 'there is none',
  };
}
