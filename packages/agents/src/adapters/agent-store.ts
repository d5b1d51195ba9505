import { readSetting } from '@cw/config';
import type { Act } from '@cw/kernel';
import type { SqlValue, Tx } from '@cw/storage';
import { offlineAfterKey } from '../agents-config.ts';
import { append } from '../append.ts';
import type { AgentRecord, AgentView } from '../model/agent.ts';
import type { AgentEvent } from '../model/agent-events.ts';
import { agentsWhere, findAgentRecord, heardAtOf, heldByName, holderNames, lastDeeds } from '../queries/find-agent.ts';
import { findProjectId } from '../queries/find-project-id.ts';
import { viewAgents } from '../queries/list-agents.ts';

export type NewAgent = Pick<
  AgentRecord,
  'id' | 'name' | 'role' | 'provider' | 'projectId' | 'capabilities' | 'kind' | 'lastSeenAt' | 'registeredBy'
>;

type AgentChanges = Partial<
  Pick<AgentRecord, 'role' | 'provider' | 'projectId' | 'capabilities' | 'lastSeenAt' | 'removedAt'>
>;

/** What somebody has in hand. */
type InHand = { readonly taskId: string; readonly runId: string | null };

type Wanted = Pick<AgentRecord, 'role' | 'provider' | 'capabilities'> & { readonly taskId: string };

export type AgentStore = ReturnType<typeof agentStore>;

/** The agents inside one write transaction. */
export function agentStore(tx: Tx) {
  return {
    /** The moment the transaction began. */
    at: tx.at,
    ids: tx.ids,
    /** By name, id, or an unambiguous start of the id; removed ones are not found. */
    find: (agent: string) => findAgentRecord(tx, agent),
    /** One that is there under just this name. */
    named: async (name: string) => (await agentsWhere(tx, 'a.name = ? AND a.removed_at IS NULL', [name]))[0],
    /** Names that are in use. */
    names: async () => {
      const rows = await tx.all<{ name: string }>('SELECT name FROM agents WHERE removed_at IS NULL');
      return rows.map(({ name }) => name);
    },
    /** An own agent of this kind that works at nothing, best the one that had the task before. */
    free: async ({ role, provider, capabilities, taskId }: Wanted) => {
      const free = await agentsWhere(
        tx,
        `a.removed_at IS NULL AND a.kind = 'own' AND a.role = ? AND a.provider = ? AND a.capabilities = ?
         AND a.id NOT IN (SELECT agent_id FROM runs WHERE ended_at IS NULL AND agent_id IS NOT NULL)`,
        [role, provider, JSON.stringify(capabilities)],
      );
      const before = await lastAgentOf(tx, taskId);
      return free.find(({ id }) => id === before) ?? free[0];
    },
    inHand: (agent: AgentRecord) => inHand(tx, agent),
    /** When an agent from outside was last heard of, by what it said or did. */
    heardAt: async (agent: AgentRecord) => heardAtOf(agent, await lastDeeds(tx)),
    /** Milliseconds without a sign after which one from outside counts as offline. */
    offlineAfter: async () => (await readSetting(tx, offlineAfterKey)).value * 1_000,
    projectId: (project: string) => findProjectId(tx, project),
    insert: (agent: NewAgent) => insert(tx, agent),
    change: (id: string, changes: AgentChanges) => change(tx, id, changes),
    append: async (event: AgentEvent, act: Act) => {
      await append(tx, event, act);
    },
    /** An agent as doors show it, by its whole id. */
    view: async (id: string): Promise<AgentView> => {
      const [view] = await viewAgents(tx, await agentsWhere(tx, 'a.id = ?', [id]));
      if (!view) throw new Error(`the agent ${id} is gone within its own transaction`);
      return view;
    },
  };
}

async function lastAgentOf(tx: Tx, taskId: string): Promise<string | undefined> {
  const row = await tx.get<{ id: string }>(
    'SELECT agent_id AS id FROM runs WHERE task_id = ? AND agent_id IS NOT NULL ORDER BY attempt DESC LIMIT 1',
    [taskId],
  );
  return row?.id;
}

async function inHand(tx: Tx, agent: AgentRecord): Promise<InHand | undefined> {
  const run = await tx.get<InHand>(
    'SELECT task_id AS taskId, id AS runId FROM runs WHERE ended_at IS NULL AND agent_id = ?',
    [agent.id],
  );
  if (run || agent.kind === 'own') return run;
  const held = await heldByName(tx);
  const task = holderNames(agent.name)
    .map((name) => held.get(name))
    .find((one) => one !== undefined);
  return task && { taskId: task.taskId, runId: null };
}

async function insert(tx: Tx, agent: NewAgent): Promise<void> {
  const { id, name, role, provider, projectId, capabilities, kind, lastSeenAt, registeredBy } = agent;
  await tx.run(
    `INSERT INTO agents (id, name, role, provider, project_id, capabilities, kind, last_seen_at, registered_at,
       registered_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [id, name, role, provider, projectId, JSON.stringify(capabilities), kind, lastSeenAt, tx.at, registeredBy],
  );
}

const columns = {
  role: 'role',
  provider: 'provider',
  projectId: 'project_id',
  capabilities: 'capabilities',
  lastSeenAt: 'last_seen_at',
  removedAt: 'removed_at',
} as const;

async function change(tx: Tx, id: string, changes: AgentChanges): Promise<void> {
  const given = new Map<string, unknown>(Object.entries(changes));
  const sets: string[] = [];
  const values: SqlValue[] = [];
  for (const [name, column] of Object.entries(columns)) {
    const value = given.get(name);
    if (value === undefined) continue;
    sets.push(`${column} = ?`);
    values.push(Array.isArray(value) ? JSON.stringify(value) : (value as SqlValue));
  }
  await tx.run(`UPDATE agents SET ${sets.join(', ')} WHERE id = ?`, [...values, id]);
}
