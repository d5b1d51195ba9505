import type { IsoTime } from '@cw/kernel';

/** The first of a list, and how many there are in all. */
export type Some<T> = { readonly items: readonly T[]; readonly total: number };

type Named = { readonly taskId: string; readonly taskTitle: string; readonly projectName: string | null };

/** What an agent or a person is at. */
export type AtWork = Named & {
  /** The run; null where a person holds the task. */
  readonly runId: string | null;
  readonly who: string | null;
  readonly state: string;
  readonly since: IsoTime;
  readonly costUsd: number | null;
  readonly estimated: boolean;
};

export type Waiting = Omit<Named, 'taskId' | 'taskTitle'> & {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly taskId: string | null;
  readonly taskTitle: string | null;
  readonly since: IsoTime;
};

/** A task that was given to agents and has not been started. */
export type Queued = Named & {
  /** What keeps it; empty where nothing does but that no server runs. */
  readonly why: readonly string[];
};

export type Merging = Named & {
  readonly id: string;
  readonly state: string;
  /** Why it waits, as where a person holds it. */
  readonly reason: string | null;
  readonly since: IsoTime;
};
export type Merged = Named & { readonly id: string; readonly at: IsoTime };

/** How a workspace, or one of its projects, stands: all of it fits on a screen. */
export type StatusReport = {
  readonly at: IsoTime;
  readonly home: string;
  readonly project: { readonly id: string; readonly name: string } | null;
  /** Null: none runs, so that nothing is started. */
  readonly server: { readonly url: string; readonly pid: number } | null;
  readonly pauses: readonly {
    readonly projectName: string | null;
    readonly by: string;
    readonly reason: string | null;
  }[];
  readonly working: Some<AtWork>;
  readonly needsYou: Some<Waiting>;
  /** Given to agents and not begun; besides those, ones that are held until a time comes or a cause ends. */
  readonly queued: Some<Queued> & { readonly onHold: number };
  readonly merging: Some<Merging>;
  readonly mergedToday: Some<Merged>;
  readonly spentToday: { readonly usd: number; readonly estimated: boolean };
  /** Tasks that could be started and were not given to agents. */
  readonly ready: number;
};
