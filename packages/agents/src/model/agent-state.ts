import type { AgentState, Instant } from '@cw/kernel';

/** The newest run of an agent, with its task as it is now. */
export type LastRun = {
  /** Whether its program takes messages, and so can be asked. */
  readonly takesMessages: boolean;
  readonly startedAt: Instant | null;
  readonly createdAt: Instant;
  readonly endedAt: Instant | null;
  readonly lastSignAt: Instant | null;
  readonly stall: string | null;
  /** The state of its agent, as the room of states tells it. */
  readonly state: AgentState;
  /** Since when it has waited for a person's answer while it goes on, and for which. */
  readonly askedAt: Instant | null;
  readonly asked: string | null;
  readonly taskReason: string | null;
};

/** What an agent from outside holds. */
export type HeldTask = {
  readonly startedAt: Instant | null;
  /** Null for a claim that does not expire. */
  readonly leaseExpiresAt: Instant | null;
};

export type StateNow = { readonly state: AgentState; readonly since: Instant; readonly reason: string | null };

/** How an agent of this workspace stands: as its newest run says, with since when and why. */
export function stateOfOwn(registeredAt: Instant, run: LastRun | undefined): StateNow {
  if (run === undefined) return { state: 'idle', since: registeredAt, reason: null };
  return { state: run.state, ...detailOf(run) };
}

function detailOf(run: LastRun): Omit<StateNow, 'state'> {
  const begun = run.startedAt ?? run.createdAt;
  switch (run.state) {
    case 'working':
      return { since: begun, reason: null };
    case 'stalled': {
      const asked = run.stall === 'asked' && run.takesMessages;
      const reason = asked ? 'It is silent, even after it was asked.' : 'It is silent.';
      return { since: run.lastSignAt ?? begun, reason };
    }
    case 'waiting':
    case 'on-hold':
      if (run.endedAt === null) return { since: run.askedAt ?? begun, reason: run.asked };
      return { since: run.endedAt, reason: run.taskReason };
    case 'idle':
    case 'offline':
      return { since: run.endedAt ?? begun, reason: null };
  }
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
