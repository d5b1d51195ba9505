import { type Act, err, ok, type Result } from '@cw/kernel';
import type { AgentStore } from '../adapters/agent-store.ts';
import {
  type AgentFailure,
  type AgentRecord,
  type AgentView,
  checkAgentName,
  checkAgentWord,
  checkCapabilities,
} from '../model/agent.ts';

export type RegisterAgent = {
  readonly name: string;
  /** @defaultValue 'worker' */
  readonly role?: string | undefined;
  /** @defaultValue 'other' */
  readonly provider?: string | undefined;
  readonly capabilities?: readonly string[] | undefined;
  /** By name or id; without it any project. */
  readonly project?: string | undefined;
};

type Answer = Promise<Result<AgentView, AgentFailure>>;
type Facts = Pick<AgentRecord, 'role' | 'provider' | 'capabilities' | 'projectId'>;

/**
 * Makes an agent from outside known, or says anew what one is that is known by the name already; either way it was heard
 * of now. Names of agents that runs have started are theirs.
 */
export async function registerAgent(store: AgentStore, input: RegisterAgent, act: Act): Answer {
  if (act.actor.kind === 'run') return err({ kind: 'agent.people-only', action: 'register' });
  const name = checkAgentName(input.name);
  if (!name.ok) return name;
  const facts = await factsOf(store, input);
  if (!facts.ok) return facts;
  const known = await store.named(name.value);
  if (known?.kind === 'own') return err({ kind: 'agent.name-taken', name: known.name });
  return known
    ? registerAgain(store, known, { ...facts.value, act })
    : registerNew(store, { ...facts.value, name: name.value }, act);
}

async function factsOf(store: AgentStore, input: RegisterAgent): Promise<Result<Facts, AgentFailure>> {
  const role = checkAgentWord('role', input.role ?? 'worker');
  if (!role.ok) return role;
  const provider = checkAgentWord('provider', input.provider ?? 'other');
  if (!provider.ok) return provider;
  const capabilities = checkCapabilities(input.capabilities ?? []);
  if (!capabilities.ok) return capabilities;
  const projectId = input.project === undefined ? null : await store.projectId(input.project);
  if (projectId === undefined) return err({ kind: 'agent.no-project', project: input.project ?? '' });
  return ok({ role: role.value, provider: provider.value, capabilities: capabilities.value, projectId });
}

async function registerNew(store: AgentStore, agent: Facts & Pick<AgentRecord, 'name'>, act: Act): Answer {
  const { projectId, ...told } = agent;
  const id = store.ids('agent');
  const kind = 'outside';
  await store.insert({ ...agent, id, kind, lastSeenAt: store.at, registeredBy: act.actor.name });
  await store.append({ type: 'agent.registered', entity: id, payload: { ...told, kind } }, act);
  return ok(await store.view(id));
}

async function registerAgain(
  store: AgentStore,
  { id, name, kind, ...before }: AgentRecord,
  { act, projectId, ...told }: Facts & { readonly act: Act },
): Answer {
  await store.change(id, { ...told, projectId, lastSeenAt: store.at });
  const isNews =
    JSON.stringify([told.role, told.provider, told.capabilities, projectId]) !==
    JSON.stringify([before.role, before.provider, before.capabilities, before.projectId]);
  if (isNews) await store.append({ type: 'agent.changed', entity: id, payload: { name, kind, ...told } }, act);
  return ok(await store.view(id));
}

/** Says of an agent from outside that it is there. Only that it is back after it was given up is told as an event. */
export async function heartbeatAgent(store: AgentStore, { agent }: { readonly agent: string }, act: Act): Answer {
  if (act.actor.kind === 'run') return err({ kind: 'agent.people-only', action: 'heartbeat' });
  const found = await store.find(agent);
  if (!found.ok) return found;
  const { id, name, kind } = found.value;
  if (kind === 'own') return err({ kind: 'agent.not-outside', name });
  const wasOffline = store.at - (await store.heardAt(found.value)) >= (await store.offlineAfter());
  await store.change(id, { lastSeenAt: store.at });
  if (wasOffline) await store.append({ type: 'agent.returned', entity: id, payload: { name } }, act);
  return ok(await store.view(id));
}

/** Takes an agent off the list; its runs and what it did stay told. One at work is not removed. */
export async function removeAgent(store: AgentStore, { agent }: { readonly agent: string }, act: Act): Answer {
  if (act.actor.kind === 'run') return err({ kind: 'agent.people-only', action: 'remove' });
  const found = await store.find(agent);
  if (!found.ok) return found;
  const { id, name } = found.value;
  const inHand = await store.inHand(found.value);
  if (inHand) return err({ kind: 'agent.at-work', name, ...inHand });
  await store.change(id, { removedAt: store.at });
  await store.append({ type: 'agent.removed', entity: id, payload: { name } }, act);
  return ok(await store.view(id));
}
