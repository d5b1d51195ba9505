import type { Instant, IsoTime, StoredReason } from '@cw/kernel';
import type { ProjectFailure } from '@cw/projects';

/** `failures`: too many runs failed in a short time. */
export type PauseCause = 'person' | 'failures';

/** Why nothing new is started, in the workspace or in one project. What is at work goes on, and merges too. */
export type Pause = {
  /** Id of the project; empty for the workspace. */
  readonly scope: string;
  readonly cause: PauseCause;
  readonly reason: string | null;
  readonly pausedBy: string;
  readonly pausedAt: Instant;
};

/** The same as it is kept. */
export type KeptPause = Omit<Pause, 'reason'> & { readonly reason: StoredReason | null };

/** A pause as every door shows it. */
export type PauseView = Omit<Pause, 'scope' | 'pausedAt'> & {
  /** Null for the workspace. */
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly pausedAt: IsoTime;
};

/** What a project or the workspace is like after a change. */
export type DispatchView = {
  readonly projectId: string | null;
  readonly projectName: string | null;
  /** What keeps agents from being started there: the pause of a project and that of the workspace; of the workspace all. */
  readonly pauses: readonly PauseView[];
  /** How many agents are at work there; they go on. */
  readonly running: number;
  /** How many tasks are ready to be started there: while it is paused, what the pause holds. */
  readonly toStart: number;
  /** How many merges are in the queues there and not held by a person; a pause holds none of them. */
  readonly merges: number;
};

export type DispatchFailure =
  | ProjectFailure
  | { readonly kind: 'dispatch.people-only'; readonly action: 'pause' | 'resume' }
  | { readonly kind: 'dispatch.reason-too-long'; readonly most: number };

/** Characters of a reason that are kept. */
export const longestReason = 500;
