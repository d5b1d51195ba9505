import { abilitiesOf, capabilitiesKey, programFor, type RunRecord, sandboxPatience } from '@cw/agents';
import { readSetting } from '@cw/config';
import { type Instant, ok, type Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { tasksWithin } from '@cw/tasks';
import { type Driving, orchestratorAct, whileDispatching } from '../deps.ts';
import { nextRun } from '../queries/next-run.ts';
import { type Blocker, isNoRoom } from '../selection/blocker.ts';
import { type Chosen, chooseTask, judgeTask } from '../selection/choose-task.ts';
import type { Machine } from '../selection/missing.ts';

/** How long a run holds its task without a sign of life, in milliseconds. */
export const leaseMs = 300_000;

/** After how many milliseconds the machine is looked at again that lacked what is needed to start something. */
const roomPatience = 10_000;

export type Dispatched = {
  /** The run that was made; undefined: nothing can be started now. */
  readonly run: RunRecord | undefined;
  /** When to look again, where no change in the database will tell. */
  readonly again: Instant | undefined;
  /** What kept back what was looked at. */
  readonly blockers: readonly Blocker[];
};

/** What the machine has that this process runs on. */
export async function machineOf({ home, agents }: Pick<Driving, 'home' | 'agents'>): Promise<Machine> {
  return { home, sandbox: await agents.sandbox.state(), whyNotFound: agents.whyNotFound };
}

/** Claims the task that is next, and makes its run, in one transaction. */
export async function dispatchTask(deps: Driving): Promise<Dispatched> {
  const { measureRoom, freeDisk } = deps;
  const survey = { measureRoom, freeDisk, ...(await machineOf(deps)) };
  const { chosen, blockers } = await chooseTask(deps.storage.read, survey);
  if (blockers.some(({ why }) => why === 'sandbox')) deps.agents.sandbox.lookAgain();
  const again = lookAgainAt(blockers, deps.clock.now());
  if (chosen === undefined) return { run: undefined, again, blockers };
  const made: Result<RunRecord | undefined, unknown> = await whileDispatching(deps, async (tx) => {
    const now = await judgeTask(tx, survey, chosen.task.id);
    return now.chosen === undefined ? ok(undefined) : start(deps, tx, now.chosen);
  });
  if (!made.ok) throw new Error(`a task that was offered could not be claimed: ${JSON.stringify(made.error)}`);
  return { run: made.value, again, blockers };
}

async function start(
  deps: Driving,
  tx: Tx,
  { task, needs, accounts, model, modelFrom }: Chosen,
): Promise<Result<RunRecord, unknown>> {
  const provider = programFor(needs);
  const { value: capabilities } = await readSetting(tx, capabilitiesKey, { project: task.projectId });
  const kind = { role: 'worker', provider, capabilities } as const;
  const agentId = await deps.agents.within(tx).takeAgent({ ...kind, taskId: task.id }, orchestratorAct);
  const { projectId } = task;
  const accountIds = accounts.map((account) => account?.id ?? null);
  const run = await deps.agents.within(tx).createRun(
    {
      taskId: task.id,
      projectId,
      role: kind.role,
      provider,
      agentId,
      ...(await nextRun(tx, { taskId: task.id, projectId, provider, accountIds })),
      ...(abilitiesOf(provider).model ? { model, modelFrom } : {}),
    },
    orchestratorAct,
  );
  if (!run.ok) return run;
  const claimed = await tasksWithin(tx).claimForRun({ taskId: task.id, runId: run.value.id, leaseMs }, orchestratorAct);
  return claimed.ok ? run : claimed;
}

/** The next moment at which one of these may be over by time alone. */
function lookAgainAt(blockers: readonly Blocker[], now: Instant): Instant | undefined {
  const moments = blockers.flatMap((blocker) => {
    if (blocker.why === 'sandbox') return [now + sandboxPatience];
    if (isNoRoom(blocker) || blocker.why === 'program' || blocker.why === 'clone') return [now + roomPatience];
    return blocker.why === 'account' && blocker.until !== null ? [Date.parse(blocker.until)] : [];
  });
  const ahead = moments.filter((moment) => moment > now);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}
