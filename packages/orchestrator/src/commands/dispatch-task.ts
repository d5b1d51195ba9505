import { capabilitiesKey, listActiveRuns, type RunRecord, type RunStep } from '@cw/agents';
import { readSetting } from '@cw/config';
import { ok, type Result } from '@cw/kernel';
import { claimForRunStep, listDispatchable } from '@cw/tasks';
import { maxConcurrent } from '../config-keys.ts';
import { type Driving, orchestratorAct, whileDispatching } from '../deps.ts';

/** How long a run holds its task without a sign of life, in milliseconds. */
export const leaseMs = 300_000;

/**
 * Claims the best task that may be worked on, and makes its run, in one transaction.
 * @returns undefined when there is no such task, or as many agents at work as may be
 */
export async function dispatchTask(deps: Driving): Promise<RunRecord | undefined> {
  const { read } = deps.storage;
  if ((await listDispatchable(read, 1)).length === 0) return undefined;
  const limit = await readSetting(read, maxConcurrent);
  if (agentsAtWork(await listActiveRuns(read)) >= limit.value) return undefined;
  const accounts = await deps.accounts.list();
  const result: Result<RunRecord | undefined, unknown> = await whileDispatching(deps, async (tx) => {
    if (agentsAtWork(await listActiveRuns(tx)) >= limit.value) return ok(undefined);
    const [task] = await listDispatchable(tx, 1);
    if (task === undefined) return ok(undefined);
    const provider = task.hasScript ? 'script' : 'claude';
    const account = provider === 'claude' ? accounts.find((candidate) => candidate.provider === provider) : undefined;
    const { value: capabilities } = await readSetting(tx, capabilitiesKey, { project: task.projectId });
    const kind = { role: 'worker', provider, capabilities } as const;
    const agentId = await deps.agents.steps.takeAgent(tx, { ...kind, taskId: task.id }, orchestratorAct);
    const run = await deps.agents.steps.create(
      tx,
      {
        taskId: task.id,
        projectId: task.projectId,
        role: kind.role,
        provider,
        agentId,
        model: null,
        accountId: account?.id ?? null,
      },
      orchestratorAct,
    );
    if (!run.ok) return run;
    const claimed = await claimForRunStep(tx, { taskId: task.id, runId: run.value.id, leaseMs }, orchestratorAct);
    return claimed.ok ? ok(run.value) : claimed;
  });
  if (!result.ok) throw new Error(`a task that was offered could not be claimed: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** Steps of a run whose agent has ended: what is left to do for it takes no agent's place. */
const withoutAgent: readonly RunStep[] = ['collect', 'commit', 'enqueue', 'ended'];

function agentsAtWork(runs: readonly RunRecord[]): number {
  return runs.filter(({ step }) => !withoutAgent.includes(step)).length;
}
