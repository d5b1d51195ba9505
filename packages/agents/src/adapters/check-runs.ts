import { type Finding, step } from '@cw/kernel';
import type { Scene } from '@cw/storage';
import type { RunRecord } from '../model/run.ts';
import { listActiveRuns, listStartedRuns } from '../queries/find-runs.ts';
import { agentLogDir } from './agent-log-dir.ts';
import { agentStatus } from './process/identity.ts';
import { logRemovedAt, lostFile } from './remove-log.ts';

/** Lost logs that are named one by one. */
const mostNamed = 10;

/** Whether each run that has not ended has its process, or a server that takes it on, and each that began its log. */
export async function checkRuns(scene: Scene): Promise<readonly Finding[]> {
  const active = scene.served ? [] : await listActiveRuns(scene.read);
  return [...active.map((run) => describe(run, agentFate(scene.home, run))), ...(await lostLogs(scene))];
}

/** Logs that somebody deleted, other than by cleaning up. */
async function lostLogs({ read, home }: Scene): Promise<readonly Finding[]> {
  const lost = (await listStartedRuns(read)).flatMap(({ id, hasEnded }) => {
    const dir = agentLogDir(home, id);
    const path = logRemovedAt(dir) === null ? lostFile(dir, true, hasEnded) : undefined;
    return path === undefined ? [] : [{ id, path }];
  });
  const [next, ...others] = lost.slice(mostNamed);
  const named = lost
    .slice(0, mostNamed)
    .map(({ id, path }) => lostLog(id, `The log of the run ${id} is gone: ${path}`));
  if (next === undefined) return named;
  return [...named, lostLog(next.id, `The logs of ${others.length + 1} more runs are gone, the newest of ${next.id}`)];
}

function lostLog(thing: string, message: string): Finding {
  const hint = 'There is nothing to do, and it cannot be restored.';
  const next = [step('See how the run went', 'run show', thing)];
  return { check: 'agents.logs', level: 'notice', thing, message: `${message}.`, hint, next };
}

/** How the agent of a run that has not ended is found by who looks for it. */
export type AgentFate = 'running' | 'exited' | 'died' | 'not-started';

/** @param home of the workspace */
export function agentFate(home: string, { id, pid, pidStart, bootId }: RunRecord): AgentFate {
  if (pid === null || pidStart === null || bootId === null) return 'not-started';
  const identity = { runId: id, pid, startTime: Number(pidStart), bootId };
  return agentStatus(agentLogDir(home, id), identity).kind;
}

function describe(run: RunRecord, status: AgentFate): Finding {
  const of = `The run ${run.id} of ${run.taskId}`;
  const hint = `A server continues the run from the step ${run.step}, with all of its work.`;
  const finding = { check: 'agents.runs', thing: run.id, hint, next: [step('Start a server', '--server')] } as const;
  switch (status) {
    case 'died':
      return { ...finding, level: 'problem', message: `${of} has not ended, but its process is gone.` };
    case 'running':
      return { ...finding, level: 'notice', message: `${of} is running, but no server supervises it.` };
    case 'exited':
      return { ...finding, level: 'notice', message: `${of} has ended, and its result has not been collected yet.` };
    case 'not-started':
      return { ...finding, level: 'notice', message: `${of} was started and has no process yet.` };
  }
}
