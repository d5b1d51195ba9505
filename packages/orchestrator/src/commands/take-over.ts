import { agentFate, listActiveRuns } from '@cw/agents';
import { append } from '../append.ts';
import { actFor, type Driving, orchestratorAct, whileDispatching } from '../deps.ts';
import { howLastEnded } from '../queries/find-turns.ts';

/**
 * Tells that this process dispatches now, how the one before it ended, and of each run that it takes up how it was found.
 * @param holder who it is, as others are told
 */
export async function tellTakeOver(driving: Driving, holder: string): Promise<void> {
  const found = (await listActiveRuns(driving.storage.read)).map((run) => ({
    run,
    agent: agentFate(driving.home, run),
  }));
  await whileDispatching(driving, async (tx) => {
    const after = await howLastEnded(tx);
    const payload = { holder, pid: process.pid, after, runs: found.length };
    await append(tx, { type: 'dispatch.started', entity: 'workspace', payload }, orchestratorAct);
    for (const { run, agent } of found) {
      const { id, taskId, step } = run;
      await append(tx, { type: 'run.adopted', entity: id, payload: { taskId, step, agent } }, actFor(run));
    }
  });
}

/** Tells that this process lets go of dispatching by itself; one that is killed does not. */
export async function tellLetGo(driving: Driving, holder: string): Promise<void> {
  await whileDispatching(driving, (tx) =>
    append(tx, { type: 'dispatch.stopped', entity: 'workspace', payload: { holder } }, orchestratorAct),
  );
}
