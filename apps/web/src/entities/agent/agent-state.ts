import type { AgentState } from '../../data/api-types.ts';
import type { Shown } from '../shown.ts';

const shownStates = {
  working: { state: 'in-progress', name: 'Working' },
  waiting: { state: 'needs-you', name: 'Needs you' },
  stalled: { state: 'needs-you', name: 'Stalled' },
  'on-hold': { state: 'limited', name: 'On hold' },
  idle: { state: 'open', name: 'Idle' },
  offline: { state: 'cancelled', name: 'Offline' },
} as const satisfies Record<AgentState, Shown>;

/** The states of agents, those at work first. */
export const agentStates = Object.keys(shownStates) as readonly AgentState[];

export function agentShown(state: AgentState): Shown {
  return shownStates[state];
}
