import { err, type Instant, ok, type Result } from '@cw/kernel';
import { findByStart, type ReadDb } from '@cw/storage';
import type { AgentFailure, AgentRecord } from '../model/agent.ts';

type RawAgent = Omit<AgentRecord, 'capabilities'> & { readonly capabilities: string };

/** The columns of an agent, from `agents a`. */
export const agentColumns = `a.n, a.id, a.name, a.role, a.provider, a.project_id AS projectId, a.capabilities, a.kind,
  a.last_seen_at AS lastSeenAt, a.registered_at AS registeredAt, a.registered_by AS registeredBy,
  a.removed_at AS removedAt`;

export function toAgent<T extends RawAgent>(raw: T): Omit<T, 'capabilities'> & AgentRecord {
  return { ...raw, capabilities: JSON.parse(raw.capabilities) };
}

/** Agents that a condition means, in the order in which they came. */
export async function agentsWhere(
  db: ReadDb,
  condition: string,
  params: readonly (string | number)[] = [],
): Promise<readonly AgentRecord[]> {
  const rows = await db.all<RawAgent>(`SELECT ${agentColumns} FROM agents a WHERE ${condition} ORDER BY a.n`, params);
  return rows.map(toAgent);
}

/**
 * One agent by its name or its id, or an unambiguous start of either.
 * @param among `all` finds removed ones too, by their id
 */
export async function findAgentRecord(
  db: ReadDb,
  agent: string,
  among: 'there' | 'all' = 'there',
): Promise<Result<AgentRecord, AgentFailure>> {
  const there = await findByStart(db, { kind: 'agent', from: 'agents WHERE removed_at IS NULL', name: 'name' }, agent);
  const isNone = !there.ok && there.error.matches.length === 0;
  const removed = isNone && among === 'all' ? await findByStart(db, { kind: 'agent', from: 'agents' }, agent) : there;
  const id = removed.ok ? removed : there;
  if (!id.ok) {
    const { matches, meant } = id.error;
    return err(
      matches.length > 0 ? { kind: 'agent.ambiguous', agent, matches } : { kind: 'agent.not-found', agent, meant },
    );
  }
  const [found] = await agentsWhere(db, 'a.id = ?', [id.value]);
  return found ? ok(found) : err({ kind: 'agent.not-found', agent });
}

/** What a name of an agent may be called as the holder of a task. */
export function holderNames(name: string): readonly [string, string] {
  return [name, `session:${name}`];
}

export type HeldByAgent = {
  readonly holder: string;
  readonly taskId: string;
  readonly title: string;
  readonly projectId: string | null;
  readonly startedAt: Instant | null;
  readonly leaseExpiresAt: Instant | null;
};

/** What is held by anybody but runs, by the name of the holder, in one pass. */
export async function heldByName(db: ReadDb): Promise<ReadonlyMap<string, HeldByAgent>> {
  const rows = await db.all<HeldByAgent>(
    `SELECT lease_holder AS holder, id AS taskId, title, project_id AS projectId, started_at AS startedAt,
       lease_expires_at AS leaseExpiresAt
     FROM task_view WHERE status <> 'closed' AND deleted_at IS NULL AND status = 'in_progress' AND lease_holder IS NOT NULL
       AND stage IS NULL ORDER BY started_at DESC, n DESC`,
  );
  return new Map(rows.map((row) => [row.holder, row]));
}

/** Of how many of the last events it is looked up who claimed something or let go of it. */
const eventsLookedAt = 2_000;

/** When each holder last claimed a task or let go of one, as far as the last events tell. */
export async function lastDeeds(db: ReadDb): Promise<ReadonlyMap<string, Instant>> {
  const rows = await db.all<{ holder: string; at: Instant }>(
    `SELECT coalesce(json_extract(payload, '$.after.leaseHolder'), json_extract(payload, '$.before.leaseHolder')) AS holder,
       max(at) AS at
     FROM (SELECT type, payload, at FROM event_view ORDER BY seq DESC LIMIT ${eventsLookedAt})
     WHERE type IN ('task.claimed', 'task.closed', 'task.released') GROUP BY 1 HAVING holder IS NOT NULL`,
  );
  return new Map(rows.map(({ holder, at }) => [holder, at]));
}

/** The newest of what an agent said of itself and what is known of it as a holder of tasks. */
export function heardAtOf(agent: AgentRecord, deeds: ReadonlyMap<string, Instant>): Instant {
  const done = holderNames(agent.name).map((holder) => deeds.get(holder) ?? 0);
  return Math.max(agent.lastSeenAt ?? agent.registeredAt, ...done);
}
