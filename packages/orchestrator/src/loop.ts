import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { listActiveRuns } from '@cw/agents';
import type { Instant } from '@cw/kernel';
import { messagesWithin } from '@cw/messages';
import {
  type DispatcherLock,
  dispatcherLockPath,
  freeBytes,
  LockLost,
  takeDispatcherLock,
  whileHeld,
} from '@cw/storage';
import { tasksWithin } from '@cw/tasks';
import { type Beside, beginUpkeep } from '@cw/upkeep';
import { measureRoom } from './adapters/measure-room.ts';
import { advanceRun } from './commands/advance-run.ts';
import { dispatchTask, leaseMs } from './commands/dispatch-task.ts';
import { tellLetGo, tellTakeOver } from './commands/take-over.ts';
import { type Driving, type OrchestratorDeps, orchestratorAct, whileDispatching } from './deps.ts';
import { runRounds } from './dispatcher.ts';
import { endExpired } from './inbox/end-expired.ts';
import { tellHolds } from './inbox/tell-holds.ts';
import { mergeQueues } from './merge-queues.ts';
import { endRests } from './steps/end-rests.ts';
import { StartHeld } from './steps/hold-start.ts';

export type Loop = {
  /** Takes the right to dispatch and begins, or answers false when another process has it. */
  start(holder: string): Promise<boolean>;
  /** Lets go. Agents go on; whoever dispatches next takes them up. */
  stop(): Promise<void>;
  isDispatching(): boolean;
  /** Whether somebody outside this loop watches it at this moment. */
  isWatched(): boolean;
  /** When this process last looked for what can be started; null while it does not dispatch. */
  lastRoundAt(): Instant | null;
};

/** How long a run is left alone whose step could not even be recorded (a full disk), or whose start is held, in milliseconds. */
const restMs = 5_000;

async function rest(signal: AbortSignal): Promise<void> {
  await pause(restMs, undefined, { signal, ref: false }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** How often leases of running agents are renewed, in milliseconds; a fifth of what a lease lasts. */
const renewEvery = leaseMs / 5;

/** The loop: assigned and ready → claim → run → result → merge, for as long as this process may dispatch. */
export function createLoop(deps: OrchestratorDeps): Loop {
  let driven: { readonly lock: DispatcherLock; readonly beside: Beside; end(): Promise<void> } | undefined;
  let roundAt: Instant | null = null;
  const onRound = () => {
    roundAt = deps.clock.now();
  };
  const letGo = async () => {
    const was = driven;
    driven = undefined;
    await was?.end();
    was?.lock.release();
  };
  return {
    isDispatching: () => driven !== undefined,
    lastRoundAt: () => (driven === undefined ? null : roundAt),
    isWatched: () => driven?.beside.isWatching() ?? false,
    start: async (holder) => {
      if (driven !== undefined) return true;
      const { home, clock, onError, storage } = deps;
      const lock = await takeDispatcherLock(dispatcherLockPath(home), storage.transact, holder);
      if (lock === undefined) return false;
      const lost = () => {
        if (driven?.lock === lock) letGo().catch(deps.onError);
      };
      const stop = new AbortController();
      const besides = { home, clock, read: storage.read, signal: stop.signal, act: orchestratorAct, onError };
      const begun = beginUpkeep({ ...besides, transact: whileHeld(lock, storage.transact) });
      const beside = await begun.catch((error: unknown) => {
        lock.release();
        throw error;
      });
      driven = { lock, beside, end: drive(deps, { lock, beside, stop, lost, holder, onRound }) };
      return true;
    },
    stop: letGo,
  };
}

type Right = {
  readonly lock: DispatcherLock;
  readonly beside: Beside;
  /** Aborted when it ends. */
  readonly stop: AbortController;
  /** Who this is, as others are told. */
  readonly holder: string;
  /** Called at the end of each round of dispatching. */
  readonly onRound: () => void;
  /** Called when another process turns out to have taken over. */
  readonly lost: () => void;
};

function drive(deps: OrchestratorDeps, { lock, beside, stop, lost, holder, onRound }: Right): () => Promise<void> {
  // Each run listens for its end: as many as there are agents, and no leak.
  setMaxListeners(0, stop.signal);
  const driving: Driving = {
    ...deps,
    measureRoom: deps.measureRoom ?? measureRoom,
    freeDisk: deps.freeDisk ?? (() => freeBytes(deps.home)),
    lock,
    signal: stop.signal,
    ends: new Map(),
  };
  const runs = new Map<string, Promise<void>>();
  const heldStarts = new Set<string>();
  const take = (runId: string) => {
    if (runs.has(runId) || stop.signal.aborted) return;
    const work = advanceRun(driving, runId)
      .then(() => {
        heldStarts.delete(runId);
      })
      .catch(async (error: unknown) => {
        if (error instanceof StartHeld) {
          heldStarts.add(runId);
          rounds.wake();
        } else deps.onError(error);
        await rest(stop.signal);
      })
      .finally(() => {
        runs.delete(runId);
        driving.ends.delete(runId);
        rounds.wake();
      });
    runs.set(runId, work);
  };
  const merges = mergeQueues(driving, beside.clean);
  const holdsTold = tellHolds(driving);
  let told = false;
  let recovered = false;
  const dispatch = async () => {
    if (!told) await tellTakeOver(driving, holder);
    told = true;
    if (!recovered) {
      await renewLeases(driving);
      await merges.recover();
      // Of a workspace from before approvals were raised where they come up.
      await whileDispatching(driving, (tx) => messagesWithin(tx).raiseApprovals());
      recovered = true;
      beside.clean();
    }
    return beside.round(look);
  };
  const look = async () => {
    const restsEnd = await endRests(driving);
    const expiry = await endExpired(driving);
    beside.tell();
    const active = await listActiveRuns(deps.storage.read);
    for (const run of active) take(run.id);
    let dispatched = await dispatchTask(driving);
    for (; dispatched.run !== undefined; dispatched = await dispatchTask(driving)) take(dispatched.run.id);
    const heldQueues = await merges.wake();
    beside.working(runs.size > 0 || merges.isBusy());
    const holds = await holdsTold({ blockers: dispatched.blockers, active, heldStarts, heldQueues });
    onRound();
    const again = [dispatched.again, holds].flatMap((at) => (at === undefined ? [] : [at - deps.clock.now()]));
    const waits = [...again, restsEnd, expiry].filter((wait) => wait !== undefined);
    return waits.length === 0 ? undefined : Math.min(...waits);
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
    await beside.end();
    await tellLetGo(driving, holder).catch((error: unknown) => {
      if (!(error instanceof LockLost)) deps.onError(error);
    });
  };
}

/** Keeps the leases of living runs, and ends those whose holders have not been heard of. */
async function renewLeases(driving: Driving): Promise<void> {
  const active = await listActiveRuns(driving.storage.read);
  if (active.length > 0) {
    await whileDispatching(driving, async (tx) => {
      for (const { id, taskId } of active) await tasksWithin(tx).renewLease({ taskId, holder: id, leaseMs });
    });
  }
  await driving.tasks.commands.expireLeases(orchestratorAct);
}
