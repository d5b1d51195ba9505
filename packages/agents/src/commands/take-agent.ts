import type { Act } from '@cw/kernel';
import type { AgentStore } from '../adapters/agent-store.ts';
import { freeName } from '../model/agent.ts';

export type TakeAgent = {
  readonly role: string;
  readonly provider: string;
  /** What it has to be capable of, and is then known to be. */
  readonly capabilities: readonly string[];
  /** What it is to work at; whoever had it before is taken where that one is free. */
  readonly taskId: string;
};

/** An own agent for a run that is about to be made: one of that kind which works at nothing, or a new one. Answers its id. */
export async function takeAgent(store: AgentStore, input: TakeAgent, act: Act): Promise<string> {
  const { taskId, role, provider } = input;
  const capabilities = [...new Set(input.capabilities)].sort();
  const free = await store.free({ role, provider, capabilities, taskId });
  if (free) return free.id;
  const id = store.ids('agent');
  const facts = { name: freeName(role, await store.names()), kind: 'own', role, provider, capabilities } as const;
  await store.insert({ id, ...facts, projectId: null, lastSeenAt: null, registeredBy: act.actor.name });
  await store.append({ type: 'agent.registered', entity: id, payload: facts }, act);
  return id;
}
