import { readSetting } from '@cw/config';
import {
  type AgentState,
  agentStates,
  err,
  type Instant,
  ok,
  type Page,
  type Result,
  toIso,
  toIsoOrNull,
} from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { offlineAfterKey } from '../agents-config.ts';
import type { AgentFailure, AgentRecord, AgentRun, AgentView } from '../model/agent.ts';
import { type LastRun, stateOfOutside, stateOfOwn } from '../model/agent-state.ts';
import type { RunStep } from '../model/run-view.ts';
import { abilitiesOf } from '../providers/programs.ts';
import { agentsWhere, type HeldByAgent, heardAtOf, heldByName, holderNames, lastDeeds } from './find-agent.ts';

export type AgentFilter = {
  /** Whole id of a project: those that work there now, or may. */
  readonly projectId?: string | undefined;
  /** Removed ones too. */
  readonly all?: boolean | undefined;
  /** @defaultValue 100 */
  readonly limit?: number | undefined;
  /** Where an earlier page ended. */
  readonly cursor?: string | undefined;
};

const usualLimit = 100;
const largestLimit = 500;

/** Agents with what each does: those at work first, then by name. */
export async function listAgents(db: ReadDb, filter: AgentFilter = {}): Promise<Result<Page<AgentView>, AgentFailure>> {
  const { limit = usualLimit, cursor = '0' } = filter;
  const from = Number(cursor);
  const isPage = Number.isInteger(limit) && limit >= 1 && limit <= largestLimit && Number.isSafeInteger(from);
  if (!isPage || from < 0) return err({ kind: 'agent.bad-page', largest: largestLimit });
  const views = await viewAgents(db, await agentsWhere(db, filter.all ? 'true' : 'a.removed_at IS NULL'));
  const wanted = views.filter((agent) => isOf(agent, filter.projectId)).sort(byWork());
  const items = wanted.slice(from, from + limit);
  const end = from + items.length;
  return ok({ items, total: wanted.length, nextCursor: end < wanted.length ? String(end) : null });
}

/** How each agent stands, and where it works or waits; null for one that does neither. */
export async function agentStandings(
  db: ReadDb,
): Promise<readonly { readonly state: AgentState; readonly projectId: string | null }[]> {
  const views = await viewAgents(db, await agentsWhere(db, 'a.removed_at IS NULL'));
  return views.map(({ state, project }) => ({ state, projectId: project?.id ?? null }));
}

function isOf({ onlyProject, project, state }: AgentView, projectId: string | undefined): boolean {
  if (projectId === undefined) return true;
  if (state === 'idle' || state === 'offline') return onlyProject === null || onlyProject.id === projectId;
  return project?.id === projectId;
}

function byWork(): (left: AgentView, right: AgentView) => number {
  const names = new Intl.Collator('en', { numeric: true });
  return (left, right) =>
    agentStates.indexOf(left.state) - agentStates.indexOf(right.state) || names.compare(left.name, right.name);
}

/** Agents as they stand now. */
export async function viewAgents(db: ReadDb, agents: readonly AgentRecord[]): Promise<readonly AgentView[]> {
  const runs = await newestRuns(db);
  const areOutside = agents.some(({ kind }) => kind === 'outside');
  const [held, deeds] = areOutside ? [await heldByName(db), await lastDeeds(db)] : [new Map(), new Map()];
  const at = { now: await readNow(db), offlineAfter: (await readSetting(db, offlineAfterKey)).value * 1_000 };
  const names = await projectNames(db);
  return agents.map((agent) => {
    const run = runs.get(agent.id);
    if (agent.kind === 'own' || run?.endedAt === null) return ownView(agent, run, names);
    const mine = holderNames(agent.name)
      .map((name): HeldByAgent | undefined => held.get(name))
      .find((one) => one !== undefined);
    return outsideView(agent, { held: mine, heardAt: heardAtOf(agent, deeds), ...at }, names);
  });
}

type Names = ReadonlyMap<string, string>;

function ownView(agent: AgentRecord, run: NewestRun | undefined, names: Names): AgentView {
  const now = stateOfOwn(agent.registeredAt, run && asLastRun(run));
  const busy = now.state === 'idle' ? undefined : run;
  return {
    ...known(agent, names),
    ...now,
    since: toIso(now.since),
    task: busy ? { id: busy.taskId, title: busy.taskTitle } : null,
    project: projectOf(busy?.projectId, names),
    run: busy ? runOf(busy) : null,
    heardAt: null,
    offlineAt: null,
  };
}

function asLastRun(run: NewestRun): LastRun {
  return { ...run, takesMessages: abilitiesOf(run.provider).messages };
}

type Outside = Parameters<typeof stateOfOutside>[0] & { readonly held: HeldByAgent | undefined };

function outsideView(agent: AgentRecord, outside: Outside, names: Names): AgentView {
  const now = stateOfOutside(outside);
  const { held, heardAt, offlineAfter } = outside;
  const offlineAt = Math.max(heardAt + offlineAfter, held?.leaseExpiresAt ?? 0);
  return {
    ...known(agent, names),
    ...now,
    since: toIso(now.since),
    task: held ? { id: held.taskId, title: held.title } : null,
    project: projectOf(held?.projectId ?? undefined, names),
    run: null,
    heardAt: toIso(heardAt),
    offlineAt: now.state === 'offline' ? null : toIso(offlineAt),
  };
}

function known(agent: AgentRecord, names: Names) {
  const { id, name, kind, role, provider, capabilities, registeredBy } = agent;
  return {
    id,
    name,
    kind,
    role,
    provider,
    capabilities,
    registeredBy,
    onlyProject: projectOf(agent.projectId ?? undefined, names),
    registeredAt: toIso(agent.registeredAt),
    removedAt: toIsoOrNull(agent.removedAt),
  };
}

function projectOf(id: string | undefined, names: Names): AgentView['project'] {
  return id === undefined ? null : { id, name: names.get(id) ?? id };
}

function runOf({
  runId: id,
  step,
  model,
  accountName,
  worktree,
  costUsd,
  estimated,
  contextFill,
}: NewestRun): AgentRun {
  return { id, step, model, accountName, worktree, costUsd, contextFill, estimated: estimated === 1 };
}

type NewestRun = Omit<LastRun, 'takesMessages'> & {
  readonly provider: string;
  readonly agentId: string;
  readonly runId: string;
  readonly taskId: string;
  readonly taskTitle: string;
  readonly projectId: string;
  readonly step: RunStep;
  readonly model: string | null;
  readonly accountName: string | null;
  readonly worktree: string | null;
  readonly costUsd: number | null;
  readonly estimated: number;
  readonly contextFill: number | null;
};

/** The newest run of each agent: one search in an index each. */
async function newestRuns(db: ReadDb): Promise<ReadonlyMap<string, NewestRun>> {
  const rows = await db.all<NewestRun>(
    `SELECT a.id AS agentId, r.id AS runId, r.task_id AS taskId, coalesce(t.title, r.task_id) AS taskTitle,
       r.project_id AS projectId, r.step, r.model, c.name AS accountName, r.worktree, r.cost_usd AS costUsd, r.estimated,
       r.context_fill AS contextFill, r.started_at AS startedAt, r.created_at AS createdAt,
       r.ended_at AS endedAt, r.last_sign_at AS lastSignAt, r.stall, r.provider, told(t.status_reason) AS taskReason, q.created_at AS askedAt, told(q.title) AS asked,
       s.agent AS state
     FROM agents a JOIN runs r ON r.n = (SELECT max(n) FROM runs WHERE agent_id = a.id)
       JOIN run_state_view s ON s.n = r.n
       LEFT JOIN task_view t ON t.id = r.task_id LEFT JOIN account_view c ON c.id = r.account_id
       LEFT JOIN ask_view q ON q.n = (SELECT min(n) FROM ask_view WHERE run_id = r.id)
     WHERE a.removed_at IS NULL`,
  );
  return new Map(rows.map((row) => [row.agentId, row]));
}

async function readNow(db: ReadDb): Promise<Instant> {
  return (await db.get<{ now: number }>('SELECT now_ms() AS now'))?.now ?? 0;
}

async function projectNames(db: ReadDb): Promise<Names> {
  const rows = await db.all<{ id: string; name: string }>('SELECT id, name FROM project_view');
  return new Map(rows.map(({ id, name }) => [id, name]));
}
