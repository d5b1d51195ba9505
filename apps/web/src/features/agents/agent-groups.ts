import type { AgentState, AgentView } from '../../data/api-types.ts';

export type AgentGroup = { readonly name: string; readonly agents: readonly AgentView[] };

const groups: readonly { readonly name: string; readonly states: readonly AgentState[] }[] = [
  { name: 'Working', states: ['working', 'stalled', 'waiting', 'on-hold'] },
  { name: 'Free', states: ['idle'] },
  { name: 'Offline', states: ['offline'] },
];

/** Agents by whether something is expected of them, in the order in which they come; groups that nobody is in are left out. */
export function groupAgents(agents: readonly AgentView[]): readonly AgentGroup[] {
  return groups
    .map(({ name, states }) => ({ name, agents: agents.filter(({ state }) => states.includes(state)) }))
    .filter((group) => group.agents.length > 0);
}
