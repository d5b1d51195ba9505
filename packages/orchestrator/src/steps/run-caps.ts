import { type RunRecord, spentOn } from '@cw/agents';
import { readSetting } from '@cw/config';
import { Fault } from '@cw/kernel';
import { maxCost, maxMinutes, maxOutput, maxTaskCost, maxTurns } from '../config-keys.ts';
import { actFor, type Driving } from '../deps.ts';
import { type OverCapReason, sayOverCap } from '../model/over-cap.ts';
import { type CapSettings, capsToTell, overCap, timeIsOver } from '../retry/caps.ts';

/** Code of the fault of a run that may not begin because its task has used what it may. */
export const capReached = 'run.over-cap';

/** The fault that tells of it. */
export class OverCap extends Fault {
  constructor(readonly reason: OverCapReason) {
    super({ code: capReached, message: sayOverCap(reason) });
  }
}

async function capsOf(deps: Driving, { projectId, taskId }: RunRecord): Promise<CapSettings> {
  const scope = { project: projectId, task: taskId };
  const read = async (key: typeof maxTurns) => (await readSetting(deps.storage.read, key, scope)).value;
  return {
    minutes: await read(maxMinutes),
    outputMb: await read(maxOutput),
    turns: await read(maxTurns),
    runUsd: await read(maxCost),
    taskUsd: await read(maxTaskCost),
  };
}

/**
 * What a run may use, for a program that keeps to it by itself.
 * @throws Fault `run.over-cap` when its task has used everything already
 */
export async function capsForStart(deps: Driving, run: RunRecord) {
  const caps = await capsOf(deps, run);
  const earlierUsd = await earlierCost(deps, run);
  const over = overCap({ turns: 0, usd: 0, estimated: false, earlierUsd, ms: 0, outputBytes: 0 }, caps);
  if (over !== undefined) throw new OverCap(over);
  return capsToTell(earlierUsd, caps);
}

async function earlierCost(deps: Driving, { id, taskId }: RunRecord): Promise<number> {
  return spentOn(deps.storage.read, { taskId, without: id });
}

export type CapWatch = {
  /** Looks whether the run may go on with what it has used; else it is asked to stop. */
  readonly look: (used: Pick<RunRecord, 'turns' | 'costUsd' | 'estimated'>) => Promise<void>;
  readonly close: () => void;
};

/** Settings are read again at most this often, in milliseconds, and before a run is stopped. */
const readEvery = 5_000;

/** Watches what a running agent uses. Settings that change meanwhile hold too. */
export async function watchCaps(deps: Driving, run: RunRecord): Promise<CapWatch> {
  let caps = await capsOf(deps, run);
  const earlierUsd = await earlierCost(deps, run);
  const startedAt = run.startedAt ?? deps.clock.now();
  let last: Pick<RunRecord, 'turns' | 'costUsd' | 'estimated'> = run;
  let isStopped = false;
  let readAt = performance.now();
  const readAgain = async () => {
    const { minutes } = caps;
    caps = await capsOf(deps, run);
    readAt = performance.now();
    if (caps.minutes !== minutes) arm(deps.clock.now());
  };
  const over = (ms: number) => {
    const { turns, costUsd, estimated } = last;
    const outputBytes = deps.agents.outputBytes(run);
    return overCap({ turns, usd: costUsd ?? 0, estimated, earlierUsd, ms, outputBytes }, caps);
  };
  const look = async (ms: number) => {
    if (isStopped || (over(ms) === undefined && performance.now() - readAt < readEvery)) return;
    await readAgain();
    const reason = over(ms);
    if (reason === undefined) return;
    isStopped = true;
    await deps.agents.commands.requestStop({ run: run.id, because: { failure: 'cap', reason } }, actFor(run));
  };
  // By a timer and not by the clock: a machine that sleeps does not use the time of a run.
  let timer: NodeJS.Timeout | undefined;
  const arm = (now: number) => {
    clearTimeout(timer);
    const end = timeIsOver(startedAt, caps);
    if (end === undefined) return;
    timer = setTimeout(() => timeIsUp().catch(deps.onError), Math.min(Math.max(0, end - now), 2 ** 31 - 1)).unref();
  };
  const timeIsUp = async () => {
    const before = caps.minutes;
    await look(before * 60_000);
    if (!isStopped) arm(Math.max(deps.clock.now(), startedAt + before * 60_000));
  };
  arm(deps.clock.now());
  return {
    look: async (used) => {
      last = used;
      await look(0);
    },
    close: () => clearTimeout(timer),
  };
}
