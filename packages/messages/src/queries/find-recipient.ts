import { err, ok, type Result } from '@cw/kernel';
import { findByStart, type ReadDb } from '@cw/storage';
import type { Mailbox, MailFailure, Party, Recipient } from '../model/mail.ts';

/** Roles that there are before anybody has one. */
const knownRoles = [
  'orchestrator',
  'supervisor',
  'watchdog',
  'worker',
  'integrator',
  'monitor',
  'architect',
  'verifier',
  'planner',
  'tester',
  'reviewer',
];

/**
 * Who is meant: an id of a run or an agent or the start of one, the name of a person or an agent, a role, or `person` for
 * whose workspace it is. A kind before it (`role:worker`) tells apart what has the same name.
 */
export async function findRecipient(db: ReadDb, to: string): Promise<Result<Party, MailFailure>> {
  const [, kind, rest] = /^(person|agent|run|role):(.+)$/.exec(to.trim()) ?? [];
  const name = rest ?? to.trim();
  const wants = (wanted: Party['kind']) => kind === undefined || kind === wanted;
  if (wants('run') && (kind === 'run' || /^rn_/i.test(name))) return findRun(db, name);
  const found: Party[] = [];
  if (wants('person')) found.push(...(await people(db, name)));
  if (wants('agent')) found.push(...(await agents(db, name)));
  if (wants('role')) found.push(...(await roles(db, name)));
  const [only, ...others] = found;
  if (only === undefined) return err({ kind: 'message.unknown-recipient', to, known: await names(db) });
  if (others.length === 0) return ok(only);
  return err({
    kind: 'message.ambiguous-recipient',
    to,
    matches: found.slice(0, 5).map((party) => `${party.kind}:${party.name}`),
  });
}

async function findRun(db: ReadDb, to: string): Promise<Result<Party, MailFailure>> {
  const id = await findByStart(db, { kind: 'run', from: 'run_view' }, to);
  if (!id.ok) {
    const { matches } = id.error;
    if (matches.length > 0) return err({ kind: 'message.ambiguous-recipient', to, matches });
    return err({ kind: 'message.unknown-recipient', to, known: await names(db) });
  }
  const run = await db.get<{ taskId: string; endedAt: number | null }>(
    'SELECT task_id AS taskId, ended_at AS endedAt FROM run_view WHERE id = ?',
    [id.value],
  );
  if (run?.endedAt != null) return err({ kind: 'message.run-ended', runId: id.value, taskId: run.taskId });
  return ok({ kind: 'run', id: id.value, name: id.value });
}

export function people(db: ReadDb, name: string): Promise<readonly Party[]> {
  return db.all<Party>(
    "SELECT 'person' AS kind, id, name FROM user_view WHERE name = ? OR id = ? OR ? = 'person' ORDER BY n LIMIT 1",
    [name, name, name],
  );
}

export function agents(db: ReadDb, name: string): Promise<readonly Party[]> {
  return db.all<Party>(
    `SELECT 'agent' AS kind, id, name FROM agent_view WHERE removed_at IS NULL
       AND (name = ? OR (length(?) > 3 AND substr(id, 1, length(?)) = ?)) ORDER BY n LIMIT 50`,
    [name, name, name, name],
  );
}

export async function roles(db: ReadDb, name: string): Promise<readonly Party[]> {
  const used = await db.get('SELECT 1 AS found FROM agent_view WHERE role = ? LIMIT 1', [name]);
  return used !== undefined || knownRoles.includes(name) ? [{ kind: 'role', id: name, name }] : [];
}

/** Some of those who could have been meant. */
async function names(db: ReadDb): Promise<readonly string[]> {
  const rows = await db.all<{ name: string }>(
    `SELECT name FROM user_view UNION ALL SELECT name FROM (SELECT name FROM agent_view WHERE removed_at IS NULL ORDER BY n DESC
       LIMIT 8)`,
  );
  return [...rows.map(({ name }) => name), 'worker'];
}

/** Who would read a message: runs at work, agents and roles, those of whom was heard last first. */
export async function listRecipients(db: ReadDb): Promise<readonly Recipient[]> {
  const runs = await db.all<Recipient>(
    `SELECT 'run' AS kind, r.id, coalesce(a.name, r.id) AS name, t.title AS about FROM run_view r
     LEFT JOIN agent_view a ON a.id = r.agent_id LEFT JOIN task_view t ON t.id = r.task_id
     WHERE r.ended_at IS NULL ORDER BY r.n DESC LIMIT 100`,
  );
  const known = await db.all<Recipient>(
    `SELECT 'agent' AS kind, id, name, NULL AS about FROM agent_view WHERE removed_at IS NULL ORDER BY n DESC LIMIT 500`,
  );
  const used = await db.all<{ role: string }>('SELECT DISTINCT role FROM agent_view');
  const names = [...new Set(['worker', ...used.map(({ role }) => role), ...knownRoles])];
  return [...runs, ...known, ...names.map((name): Recipient => ({ kind: 'role', id: name, name, about: null }))];
}

/** The mailbox of whose workspace it is; nobody's before anybody has acted in it. */
export async function mailboxOfOwner(db: ReadDb): Promise<Mailbox> {
  const owner = await db.get<{ id: string }>('SELECT id FROM user_view ORDER BY n LIMIT 1');
  return { kind: 'person', id: owner?.id ?? '' };
}
