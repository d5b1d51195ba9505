import type { Instant } from '@cw/kernel';
import type { AgentState } from './agent.ts';

/** The newest run of an agent, with its task as it is now. */
export type LastRun = {
  /** Whether its program takes messages, and so can be asked. */
  readonly takesMessages: boolean;
  readonly outcome: string | null;
  readonly startedAt: Instant | null;
  readonly createdAt: Instant;
  readonly endedAt: Instant | null;
  readonly lastSignAt: Instant | null;
  readonly stall: string | null;
  /** Since when it has waited for a person's answer while it goes on, and for which. */
  readonly askedAt: Instant | null;
  readonly asked: string | null;
  readonly taskStatus: string | null;
  readonly taskStage: string | null;
  readonly taskReason: string | null;
  /** True when no other run of the task came after it. */
  readonly isNewestOfTask: boolean;
};

/** What an agent from outside holds. */
export type HeldTask = {
  readonly startedAt: Instant | null;
  /** Null for a claim that does not expire. */
  readonly leaseExpiresAt: Instant | null;
};

export type StateNow = { readonly state: AgentState; readonly since: Instant; readonly reason: string | null };

/** How an agent of this workspace stands, from its newest run: nothing of it is kept anywhere. */
export function stateOfOwn(registeredAt: Instant, run: LastRun | undefined): StateNow {
  if (run === undefined) return { state: 'idle', since: registeredAt, reason: null };
  const begun = run.startedAt ?? run.createdAt;
  if (run.endedAt === null && run.askedAt !== null) {
    return { state: 'waiting', since: run.askedAt, reason: run.asked };
  }
  if (run.endedAt === null && run.stall !== null) {
    const asked = run.stall === 'asked' && run.takesMessages;
    const reason = asked ? 'It is silent, even after it was asked.' : 'It is silent.';
    return { state: 'stalled', since: run.lastSignAt ?? begun, reason };
  }
  if (run.endedAt === null) return { state: 'working', since: begun, reason: null };
  if (run.isNewestOfTask && waits(run)) return { state: 'waiting', since: run.endedAt, reason: run.taskReason };
  return { state: 'idle', since: run.endedAt, reason: null };
}

/** Its task rests until a limit is over or is to be tried again, or waits for what a person answers. */
function waits({ outcome, taskStatus, taskStage }: LastRun): boolean {
  if (taskStage === 'resting') return true;
  return taskStatus === 'blocked' && (outcome === 'needs-input' || outcome === 'blocked');
}

/** What is known of an agent from outside. */
export type Heard = {
  readonly heardAt: Instant;
  readonly held: HeldTask | undefined;
  readonly now: Instant;
  /** Milliseconds without a sign after which it counts as offline. */
  readonly offlineAfter: number;
};

/** How an agent from outside stands: a lease that runs is a sign of life as good as any. */
export function stateOfOutside({ heardAt, held, now, offlineAfter }: Heard): StateNow {
  const leased = held?.leaseExpiresAt != null && held.leaseExpiresAt > now;
  if (!leased && now - heardAt >= offlineAfter) return { state: 'offline', since: heardAt, reason: null };
  if (held) return { state: 'working', since: held.startedAt ?? heardAt, reason: null };
  return { state: 'idle', since: heardAt, reason: null };
}
