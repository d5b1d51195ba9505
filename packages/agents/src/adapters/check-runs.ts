import type { Finding } from '@cw/kernel';
import type { Scene } from '@cw/storage';
import type { RunRecord } from '../model/run.ts';
import { listActiveRuns } from '../queries/find-runs.ts';
import { agentLogDir } from './agent-log-dir.ts';
import { agentStatus } from './process/identity.ts';

/** Whether each run that has not ended has its process, or a server that takes it on. */
export async function checkRuns(scene: Scene): Promise<readonly Finding[]> {
  if (scene.served) return [];
  const runs = await listActiveRuns(scene.read);
  return runs.map((run) => describe(run, agentFate(scene.home, run)));
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
  const hint = `Start a server (cw --server): it takes the run up from the step ${run.step}, with all of its work.`;
  const finding = { check: 'agents.runs', thing: run.id, hint } as const;
  switch (status) {
    case 'died':
      return { ...finding, level: 'problem', message: `${of} has not ended, but its process is gone.` };
    case 'running':
      return { ...finding, level: 'notice', message: `${of} is at work, and no server looks after it.` };
    case 'exited':
      return { ...finding, level: 'notice', message: `${of} has ended, and its result waits to be collected.` };
    case 'not-started':
      return { ...finding, level: 'notice', message: `${of} was begun and has no process yet.` };
  }
}
