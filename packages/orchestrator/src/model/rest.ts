import type { FailureClass } from '@cw/agents';
import type { Instant, IsoTime, Why } from '@cw/kernel';

/** A task that is tried again later; it means something while the task is in the stage `resting`. */
export type Rest = {
  readonly taskId: string;
  /** The run after which it rests. */
  readonly runId: string;
  readonly cause: string;
  /** Null: until what it waits for has happened. */
  readonly until: Instant | null;
};

/** An account with which no agent is started at present. */
export type AccountRest = {
  readonly provider: string;
  /** Empty: the sign-in that the user has without an account. */
  readonly accountId: string;
  readonly cause: FailureClass;
  /** The kind of model that only may not be used; null: none may. */
  readonly model: string | null;
  /** Null: until a person has done something about it. Past: one run at a time tries it. */
  readonly until: Instant | null;
  /** How often in a row it was of no use. */
  readonly times: number;
  readonly reason: Why;
  readonly since: Instant;
};

/** The same with its reason in words. */
export type KnownRest = AccountRest & { readonly said: string };

/** An account that rests, as a screen tells of it. */
export type RestView = Pick<AccountRest, 'provider' | 'accountId' | 'cause' | 'model'> & {
  readonly until: IsoTime | null;
};

/** Whether an account that rests may be used with a model; null: whatever the program takes by itself. */
export function mayBeUsed(rest: Pick<AccountRest, 'model'>, model: string | null): boolean {
  return rest.model !== null && model !== null && !model.includes(rest.model);
}

/** How the next run of a task begins; it means something while `runId` is the task's last run. */
export type Retry = {
  readonly taskId: string;
  readonly runId: string;
  /** With its conversation and worktree, or afresh. */
  readonly resume: boolean;
  /** With a conversation of its own in the worktree as it was left; only where it does not resume. */
  readonly handover?: boolean | undefined;
  /** Attempts that failed since a person last had a say. */
  readonly tries: number;
  readonly model: string | null;
  readonly note: string | null;
  /** Null: it is tried again by itself. */
  readonly askedBy: string | null;
};
