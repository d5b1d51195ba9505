import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listActiveRuns } from '@cw/agents';
import { type DispatcherLock, takeDispatcherLock } from '@cw/storage';
import { renewLeaseStep } from '@cw/tasks';
import { advanceRun } from './commands/advance-run.ts';
import { dispatchTask, leaseMs } from './commands/dispatch-task.ts';
import { type Driving, LockLost, type OrchestratorDeps, orchestratorAct, whileDispatching } from './deps.ts';
import { runRounds } from './dispatcher.ts';
import { mergeQueues } from './merge-queues.ts';

export type Orchestrator = {
  /** Takes the right to dispatch and begins, or answers false when another process has it. */
  start(holder: string): Promise<boolean>;
  /** Lets go. Agents go on; whoever dispatches next takes them up. */
  stop(): Promise<void>;
  isDispatching(): boolean;
};

/** How long a run is left alone whose step could not even be recorded (a full disk), in milliseconds. */
const restMs = 5_000;

async function rest(signal: AbortSignal): Promise<void> {
  await pause(restMs, undefined, { signal, ref: false }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** How often leases of running agents are renewed, in milliseconds; a fifth of what a lease lasts. */
const renewEvery = leaseMs / 5;

/** The loop: assigned and ready → claim → run → result → merge, for as long as this process may dispatch. */
export function createOrchestrator(deps: OrchestratorDeps): Orchestrator {
  let driven: { readonly lock: DispatcherLock; end(): Promise<void> } | undefined;
  const letGo = async () => {
    const was = driven;
    driven = undefined;
    await was?.end();
    was?.lock.release();
  };
  return {
    isDispatching: () => driven !== undefined,
    start: async (holder) => {
      if (driven !== undefined) return true;
      const path = join(deps.home, 'dispatcher.lock.db');
      const lock = await takeDispatcherLock(path, deps.storage.transact, holder);
      if (lock === undefined) return false;
      const lost = () => {
        if (driven?.lock === lock) letGo().catch(deps.onError);
      };
      driven = { lock, end: drive(deps, { lock, lost }) };
      return true;
    },
    stop: letGo,
  };
}

type Right = {
  readonly lock: DispatcherLock;
  /** Called when another process turns out to have taken over. */
  readonly lost: () => void;
};

function drive(deps: OrchestratorDeps, { lock, lost }: Right): () => Promise<void> {
  const stop = new AbortController();
  const driving: Driving = { ...deps, lock, signal: stop.signal, ends: new Map() };
  const runs = new Map<string, Promise<void>>();
  const take = (runId: string) => {
    if (runs.has(runId) || stop.signal.aborted) return;
    const work = advanceRun(driving, runId)
      .catch(async (error: unknown) => {
        deps.onError(error);
        await rest(stop.signal);
      })
      .finally(() => {
        runs.delete(runId);
        driving.ends.delete(runId);
        rounds.wake();
      });
    runs.set(runId, work);
  };
  const merges = mergeQueues(driving);
  let recovered = false;
  const dispatch = async () => {
    if (!recovered) {
      await renewLeases(driving);
      await merges.recover();
      recovered = true;
    }
    for (const run of await listActiveRuns(deps.storage.read)) take(run.id);
    for (let run = await dispatchTask(driving); run !== undefined; run = await dispatchTask(driving)) take(run.id);
    await merges.wake();
  };
  const rounds = runRounds(deps.storage.bus, {
    dispatch,
    onError: (error) => {
      if (error instanceof LockLost) lost();
      else deps.onError(error);
    },
  });
  // A deferred task becomes ready by time alone, which no event tells.
  const renewal = setInterval(() => {
    renewLeases(driving).catch(deps.onError);
    rounds.wake();
  }, renewEvery);
  renewal.unref();
  return async () => {
    stop.abort();
    clearInterval(renewal);
    await rounds.stop();
    await Promise.all([...runs.values(), merges.settled()]);
  };
}

/** Keeps the leases of living runs, and ends those whose holders have not been heard of. */
async function renewLeases(driving: Driving): Promise<void> {
  const active = await listActiveRuns(driving.storage.read);
  if (active.length > 0) {
    await whileDispatching(driving, async (tx) => {
      for (const { id, taskId } of active) await renewLeaseStep(tx, { taskId, holder: id, leaseMs });
    });
  }
  await driving.tasks.commands.expireLeases(orchestratorAct);
}
