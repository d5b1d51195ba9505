import { listActiveRuns, type RunRecord, runStages, spentOn } from '@cw/agents';
import type { NotStarted, Workspace } from '@cw/entry';
import { listMerges, type MergeRequestView, mergedSince } from '@cw/integration';
import { type Instant, toIso, unwrap } from '@cw/kernel';
import { listItems } from '@cw/messages';
import { firstInQueue, listPauses } from '@cw/orchestrator';
import { listProjects } from '@cw/projects';
import { countStates, monitorToday, type StateCounts } from '@cw/states';
import type { ReadDb } from '@cw/storage';
import { listTasks, type TaskRow } from '@cw/tasks';
import type { AtWork, Merging, Queued, Some, StatusReport, Waiting } from './status-report.ts';

export type GatherStatus = {
  readonly workspace: Workspace;
  /** Only of this project. */
  readonly project: { readonly id: string; readonly name: string } | undefined;
  readonly server: { readonly url: string; readonly pid: number } | undefined;
  /** How many of each list. */
  readonly most: number;
  readonly whyNotStarted: (taskId: string) => Promise<readonly NotStarted[]>;
};

/** How the workspace stands, or one project: what works, what needs a person, what is queued, merged and spent. */
export async function gatherStatus(gather: GatherStatus): Promise<StatusReport> {
  const { workspace, project, server } = gather;
  const { home, storage, clock } = workspace;
  const { read } = storage;
  const now = clock.now();
  const projects = await listProjects(read, home);
  const nameOf = (id: string | null) => projects.find((one) => one.id === id)?.name ?? null;
  const look: Look = { ...gather, read, nameOf, midnight: new Date(now).setHours(0, 0, 0, 0) };
  const pauses = await listPauses(read);
  const counts = await countStates(read, project?.id);
  return {
    at: toIso(now),
    home,
    project: project ?? null,
    server: server ? { url: server.url, pid: server.pid } : null,
    pauses: pauses
      .filter(({ projectId }) => project === undefined || projectId === null || projectId === project.id)
      .map(({ projectName, pausedBy, reason }) => ({ projectName, by: pausedBy, reason })),
    working: await atWork(look),
    needsYou: await needsYou(look),
    queued: await queued(look, counts),
    merging: await merging(look),
    mergedToday: await mergedToday(look),
    spentToday: await spentToday(look),
    ready: unassigned(counts),
  };
}

/** What is ready and was given to agents waits for its turn, or for the end of a pause. */
function unassigned({ tasks, pending: { turn = 0, pause = 0 } }: StateCounts): number {
  return tasks.ready - turn - pause;
}

type Look = GatherStatus & {
  readonly read: ReadDb;
  readonly nameOf: (projectId: string | null) => string | null;
  readonly midnight: Instant;
};

async function atWork(look: Look): Promise<Some<AtWork>> {
  const wanted = { state: ['in-progress'], projectId: look.project?.id, limit: look.most } as const;
  const page = unwrap(await listTasks(look.read, wanted));
  const runs = new Map((await listActiveRuns(look.read)).map((run) => [run.id, run]));
  const items = page.items.map((row) => workOf(row, runs.get(row.lease?.holder ?? ''), look));
  return { items, total: page.total };
}

function workOf(row: TaskRow, run: RunRecord | undefined, { nameOf }: Look): AtWork {
  return {
    taskId: row.id,
    taskTitle: row.title,
    projectName: nameOf(row.projectId),
    runId: run?.id ?? null,
    who: run ? (run.agentName ?? run.provider) : (row.lease?.holder ?? null),
    state: run ? (run.stall === null ? runStages[run.step] : 'stalled') : row.state,
    since: run ? toIso(run.createdAt) : row.updatedAt,
    costUsd: run?.costUsd ?? null,
    estimated: run?.estimated ?? false,
  };
}

/** What is open in the inbox, then tasks that wait for a person without being there, such as those that a person blocked. */
async function needsYou({ read, project, most, nameOf }: Look): Promise<Some<Waiting>> {
  const projectId = project?.id;
  const listed = unwrap(await listItems(read, { open: true, projectId, limit: 500 }));
  const asked = new Set(listed.items.map(({ taskId }) => taskId));
  const blocked = unwrap(await listTasks(read, { state: ['needs-you'], projectId, limit: 500 }));
  const others = blocked.items.filter(({ id }) => !asked.has(id));
  const items = [
    ...listed.items.map(({ id, kind, title, taskId, taskTitle, projectName, createdAt }) => {
      return { id, kind, title, taskId, taskTitle, projectName, since: createdAt };
    }),
    ...others.map(({ id, title, statusReason, projectId: of, updatedAt }) => {
      const about = { taskId: id, taskTitle: title, projectName: nameOf(of), since: updatedAt };
      return { id, kind: 'blocked', title: statusReason ?? 'Blocked', ...about };
    }),
  ];
  return { items: items.slice(0, most), total: listed.total + others.length };
}

async function queued(look: Look, counts: StateCounts): Promise<StatusReport['queued']> {
  const { read, project, most, nameOf, whyNotStarted } = look;
  const ready = await firstInQueue(read, { projectId: project?.id, limit: most });
  const items: Queued[] = [];
  for (const { id, title, projectId } of [...ready, ...(await dependent(look))].slice(0, most)) {
    const why = (await whyNotStarted(id)).map(({ message }) => message);
    items.push({ taskId: id, taskTitle: title, projectName: nameOf(projectId), why });
  }
  // Merges on hold are listed as merges.
  return { items, total: counts.queued, onHold: counts.onHold - (counts.pending.merge ?? 0) };
}

/** What agents start on once what it waits for is done. */
async function dependent({ read, project }: Look): Promise<readonly TaskRow[]> {
  const { items } = unwrap(await listTasks(read, { state: ['waiting'], projectId: project?.id, limit: 500 }));
  return items.filter(({ pending }) => pending?.why === 'dependency');
}

async function merging({ read, project, most }: Look): Promise<Some<Merging>> {
  // Those that have not ended come first.
  const { items } = unwrap(await listMerges(read, { projectId: project?.id, limit: 500 }));
  const open = items.filter(({ endedAt }) => endedAt === null);
  return { items: open.slice(0, most).map(mergingOf), total: open.length };
}

function mergingOf({ id, taskId, taskTitle, projectName, state, reason, createdAt }: MergeRequestView): Merging {
  return { id, taskId, taskTitle, projectName, state, reason, since: createdAt };
}

async function mergedToday({ read, project, most, midnight }: Look): Promise<StatusReport['mergedToday']> {
  const { items, total } = await mergedSince(read, { since: midnight, projectId: project?.id, limit: most });
  return { items, total };
}

/** A workspace has what is spent in projects that were removed as well. */
async function spentToday({ read, project, midnight, workspace }: Look): Promise<StatusReport['spentToday']> {
  const monitors = await monitorToday({ read, clock: workspace.clock }, project?.id);
  const estimated = monitors.some(({ costEstimated }) => costEstimated);
  if (project !== undefined) return { usd: monitors[0]?.costUsd ?? 0, estimated };
  return { usd: await spentOn(read, { since: midnight }), estimated };
}
