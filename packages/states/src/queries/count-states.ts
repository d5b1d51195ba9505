import { agentStandings } from '@cw/agents';
import { type AgentState, agentStates, type PendingReason, pendingKind, type TaskState, taskStates } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';

/** How many tasks, runs and agents there are in each state, the trash left out. */
export type StateCounts = {
  readonly tasks: Readonly<Record<TaskState, number>>;
  /** Of the ready and the waiting tasks: assigned to agents, and not begun. */
  readonly queued: number;
  /** Of those that have not ended: until a time comes or a cause ends. */
  readonly onHold: number;
  /** Tasks by why they have not gone on by themselves yet. */
  readonly pending: Readonly<Partial<Record<PendingReason, number>>>;
  /** Runs that have not ended. */
  readonly running: number;
  readonly agents: Readonly<Record<AgentState, number>>;
};

type Row = { readonly state: TaskState; readonly pending: PendingReason | null; readonly count: number };

/** @param projectId only of this project; agents: those that work there now */
export async function countStates(db: ReadDb, projectId?: string): Promise<StateCounts> {
  const [tasks, pending] = [noneOf(taskStates), new Map<PendingReason, number>()];
  for (const { state, pending: why, count } of await taskRows(db, projectId)) {
    tasks[state] += count;
    if (why !== null) pending.set(why, (pending.get(why) ?? 0) + count);
  }
  const held = (kind: ReturnType<typeof pendingKind>) =>
    [...pending].reduce((sum, [why, count]) => sum + (pendingKind(why) === kind ? count : 0), 0);
  return {
    tasks,
    queued: held('queued'),
    onHold: held('on-hold'),
    pending: Object.fromEntries(pending),
    running: await countRunning(db, projectId),
    agents: countAgents(await agentStandings(db), projectId),
  };
}

/** How many agents there are in each state. @param projectId only those that work there now */
export function countAgents(
  agents: Awaited<ReturnType<typeof agentStandings>>,
  projectId?: string,
): StateCounts['agents'] {
  const counts = noneOf(agentStates);
  for (const agent of agents) if (projectId === undefined || agent.projectId === projectId) counts[agent.state] += 1;
  return counts;
}

function noneOf<State extends string>(states: readonly State[]): Record<State, number> {
  return Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>;
}

function taskRows(db: ReadDb, projectId: string | undefined): Promise<readonly Row[]> {
  return db.all<Row>(
    `SELECT state, pending, count(*) AS count FROM task_state_view
     WHERE deleted_at IS NULL AND (:project IS NULL OR project_id = :project) GROUP BY state, pending`,
    { project: projectId ?? null },
  );
}

async function countRunning(db: ReadDb, projectId: string | undefined): Promise<number> {
  const row = await db.get<{ n: number }>(
    'SELECT count(*) AS n FROM run_view WHERE ended_at IS NULL AND (:project IS NULL OR project_id = :project)',
    { project: projectId ?? null },
  );
  return row?.n ?? 0;
}
