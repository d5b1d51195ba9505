import type { SqlValue, Transact, Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { AgentRecord } from '../model/agent.ts';
import type { AgentStore, AgentTransact, InHand, NewAgent } from '../ports/agent-store.ts';
import { agentsWhere, findAgentRecord, heardAtOf, heldByName, holderNames, lastDeeds } from '../queries/find-agent.ts';
import { findProjectId } from '../queries/find-project-id.ts';

/** Write transactions of a workspace, as commands about agents want them. */
export function agentTransact(transact: Transact): AgentTransact {
  return (work) => transact((tx) => work(sqliteAgentStore(tx)));
}

/** The agents over one open transaction. */
export function sqliteAgentStore(tx: Tx): AgentStore {
  return {
    at: tx.at,
    find: (agent) => findAgentRecord(tx, agent),
    named: async (name) => (await agentsWhere(tx, 'a.name = ? AND a.removed_at IS NULL', [name]))[0],
    names: async () => {
      const rows = await tx.all<{ name: string }>('SELECT name FROM agents WHERE removed_at IS NULL');
      return rows.map(({ name }) => name);
    },
    free: async ({ role, provider, capabilities, taskId }) => {
      const free = await agentsWhere(
        tx,
        `a.removed_at IS NULL AND a.kind = 'own' AND a.role = ? AND a.provider = ? AND a.capabilities = ?
         AND a.id NOT IN (SELECT agent_id FROM runs WHERE ended_at IS NULL AND agent_id IS NOT NULL)`,
        [role, provider, JSON.stringify(capabilities)],
      );
      const before = await lastAgentOf(tx, taskId);
      return free.find(({ id }) => id === before) ?? free[0];
    },
    inHand: (agent) => inHand(tx, agent),
    heardAt: async (agent) => heardAtOf(agent, await lastDeeds(tx)),
    projectId: (project) => findProjectId(tx, project),
    insert: (agent) => insert(tx, agent),
    change: (id, changes) => change(tx, id, changes),
    append: async (event, act) => {
      await append(tx, event, act);
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

async function change(tx: Tx, id: string, changes: Parameters<AgentStore['change']>[1]): Promise<void> {
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
