import { readSetting } from '@cw/config';
import type { Workspace } from '@cw/entry';
import { type Act, ok, type Page, type Result } from '@cw/kernel';
import { agentTransact } from './adapters/sqlite-agent-store.ts';
import { offlineAfterKey } from './agents-config.ts';
import { heartbeatAgent, type RegisterAgent, registerAgent, removeAgent } from './commands/register-agent.ts';
import type { AgentFailure, AgentRecord, AgentView } from './model/agent.ts';
import { type AgentFilter, listAgents, viewAgents } from './queries/list-agents.ts';
import { type AgentSheet, showAgent } from './queries/show-agent.ts';

type Answer<T> = Promise<Result<T, AgentFailure>>;
type One = { readonly agent: string };

export type AgentRegistry = ReturnType<typeof createAgentRegistry>;

/** Who can be given work, and what each does. */
export function createAgentRegistry({ storage, clock, ids }: Pick<Workspace, 'storage' | 'clock' | 'ids'>) {
  const { read } = storage;
  const deps = { transact: agentTransact(storage.transact), ids };
  const at = async () => {
    const seconds = (await readSetting(read, offlineAfterKey)).value;
    return { now: clock.now(), offlineAfter: seconds * 1_000 };
  };
  const seen = async (changed: Result<AgentRecord, AgentFailure>): Answer<AgentView> => {
    if (!changed.ok) return changed;
    const [view] = await viewAgents(read, [changed.value], await at());
    if (!view) throw new Error(`the agent ${changed.value.id} was just there`);
    return ok(view);
  };
  return {
    list: async (filter: Omit<AgentFilter, 'now' | 'offlineAfter'> = {}): Answer<Page<AgentView>> =>
      listAgents(read, { ...filter, ...(await at()) }),
    /** By name, id, or start of its id. */
    show: async (agent: string): Answer<AgentSheet> => showAgent(read, agent, await at()),
    register: async (input: RegisterAgent, act: Act): Answer<AgentView> => seen(await registerAgent(deps, input, act)),
    heartbeat: async ({ agent }: One, act: Act): Answer<AgentView> => {
      const { offlineAfter } = await at();
      return seen(await heartbeatAgent(deps, { agent, offlineAfter }, act));
    },
    remove: async (input: One, act: Act): Answer<AgentView> => seen(await removeAgent(deps, input, act)),
  };
}
