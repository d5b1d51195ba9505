import type { AgentState } from '../../data/api-types.ts';
import type { Shown } from '../shown.ts';

const agentStates = {
  working: { state: 'in-progress', name: 'Working' },
  waiting: { state: 'waiting', name: 'Waiting' },
  stalled: { state: 'needs-you', name: 'Stalled' },
  idle: { state: 'open', name: 'Idle' },
  offline: { state: 'cancelled', name: 'Offline' },
} as const satisfies Record<AgentState, Shown>;

/** @param isAsked it waits for a person's answer */
export function agentShown(state: AgentState, isAsked = false): Shown {
  return state === 'waiting' && isAsked ? { state: 'needs-you', name: 'Needs you' } : agentStates[state];
}
