import type { Event, StoredReason } from '@cw/kernel';
import type { PauseCause } from './model/pause.ts';
import type { RetryMode } from './model/retry.ts';

export { type AccountReason, sayAccountReason } from './model/account-reason.ts';
export { type DispatchReason, sayDispatchReason } from './model/dispatch-reason.ts';

/** What the loop does with runs that are there; the entity is the run's id. */
type LoopEvent =
  | Event<'run.adopted', { readonly taskId: string; readonly step: string; readonly agent: string }>
  | Event<
      'run.retry-asked',
      {
        readonly taskId: string;
        readonly mode: RetryMode;
        readonly model: string | null;
        readonly note: string | null;
      }
    >
  /** `fill` and `limit` are parts of the context's length, in percent. */
  | Event<'run.handoff-asked', { readonly taskId: string; readonly fill: number; readonly limit: number }>
  /** `counts`: as a failed attempt. */
  | Event<'run.handed-off', { readonly taskId: string; readonly fill: number | null; readonly counts: boolean }>;

type Account = {
  readonly provider: string;
  /** Null for the sign-in that the user has without an account. */
  readonly accountId: string | null;
  readonly cause: string;
  /** The kind of model that only is meant; null for all. */
  readonly model: string | null;
};

/** The entity is the account's id, or its provider. */
type RestEvent =
  | Event<
      'account.rested',
      Account & {
        /** Milliseconds since 1970; null until somebody sees to it. */
        readonly until: number | null;
      }
    >
  | Event<'account.recovered', Account>;

type Pausing = { readonly projectId?: string; readonly cause: PauseCause; readonly reason: StoredReason | null };

/** The entity is the project's id, or `workspace`. */
export type DispatchEvent =
  | Event<'dispatch.paused', Pausing>
  | Event<'dispatch.resumed', Pausing>
  | Event<
      'dispatch.started',
      {
        readonly holder: string;
        readonly pid: number;
        /** How the process that dispatched before had ended. */
        readonly after: string;
        /** How many runs it found under way. */
        readonly runs: number;
      }
    >
  | Event<'dispatch.stopped', { readonly holder: string }>;

export type OrchestratorEvent = LoopEvent | RestEvent | DispatchEvent;
