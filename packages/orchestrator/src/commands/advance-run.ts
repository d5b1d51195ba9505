import type { RecordStep, RunRecord, RunStep } from '@cw/agents';
import { isFault, unwrap } from '@cw/kernel';
import { LockLost } from '@cw/storage';
import { actFor, type Driving, whileDispatching } from '../deps.ts';
import { endRun } from '../ending/end-run.ts';
import type { DispatchReason } from '../model/dispatch-reason.ts';
import { commitWork } from '../steps/commit-work.ts';
import { holdStart, isStarting, StartHeld } from '../steps/hold-start.ts';
import { restBeforeStart } from '../steps/keep-back.ts';
import { openWorktree } from '../steps/open-worktree.ts';
import { OverCap } from '../steps/run-caps.ts';
import { setUp } from '../steps/set-up.ts';
import { spawnAgent } from '../steps/spawn-agent.ts';
import { watchRun } from '../steps/watch-run.ts';
import { writeRunPrompt } from '../steps/write-run-prompt.ts';

/** What a step leaves behind: the next one and the facts recorded with it, or nothing when the run waits or has ended. */
export type Reached = RecordStep | undefined;

type Action = (deps: Driving, run: RunRecord) => Promise<Reached>;

/**
 * What is done in each step. A step is recorded before its effect and the next one after it, so an action may have been
 * done already, wholly or in part, when it is called: each is safe to repeat.
 */
const actions: Readonly<Record<Exclude<RunStep, 'ended'>, Action>> = {
  claimed: async (_deps, run) => ({ runId: run.id, step: 'worktree' }),
  worktree: openWorktree,
  hook: setUp,
  prompt: writeRunPrompt,
  spawn: spawnAgent,
  running: watchRun,
  collect: async (_deps, run) => ({ runId: run.id, step: 'commit' }),
  commit: commitWork,
  enqueue: endRun,
};

/** Steps before an agent exists, in which a wish to stop is followed at once. */
const early: readonly RunStep[] = ['claimed', 'worktree', 'hook', 'prompt', 'spawn'];

/**
 * Takes a run on from whatever step it is in, until it has ended or this process stops. A failure of the world ends the
 * run with its message; the task then waits for a person.
 * @throws Fault `storage.*`, `git.no-room` when something cannot be written: the run is as it was, to be taken on later
 * @throws StartHeld likewise, when something is missing on the machine to start its agent
 */
export async function advanceRun(deps: Driving, runId: string): Promise<void> {
  for (let run = await current(deps, runId); run.endedAt === null && run.step !== 'ended'; ) {
    if (deps.signal.aborted || !(await takeStep(deps, run, run.step))) return;
    run = await current(deps, runId);
  }
}

/** Takes one step and notes it. Answers false when the run is not for this process to take on. */
async function takeStep(deps: Driving, run: RunRecord, step: Exclude<RunStep, 'ended'>): Promise<boolean> {
  deps.watchStep(`run:${step}:before`);
  try {
    const unwanted = run.stopRequestedAt !== null && early.includes(step);
    const reached = unwanted ? await endRun(deps, run) : await act(deps, run, step);
    deps.watchStep(`run:${step}:after`);
    if (reached !== undefined) await record(deps, run, reached);
    return reached !== undefined || !deps.signal.aborted;
  } catch (error) {
    if (error instanceof LockLost || deps.signal.aborted) return false;
    if (error instanceof StartHeld || cannotBeNoted(error)) throw error;
    await giveUp(deps, run, error);
    return true;
  }
}

/** Does what a step is for; with an account that has come to rest since the run was made, no agent is started. */
async function act(deps: Driving, run: RunRecord, step: Exclude<RunStep, 'ended'>): Promise<Reached> {
  const rest = step === 'spawn' ? await restBeforeStart(deps, run) : undefined;
  if (rest !== undefined) return endRun(deps, run, { rest });
  if (isStarting(run)) await holdStart(deps, run);
  return actions[step](deps, run);
}

/**
 * A database that cannot be written now, or a disk without room, says nothing about the run: its agent goes on, and the
 * step is taken again.
 */
function cannotBeNoted(error: unknown): boolean {
  if (isFault(error)) return error.code.startsWith('storage.') || error.code === 'git.no-room';
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

async function current(deps: Driving, runId: string): Promise<RunRecord> {
  return unwrap(await deps.agents.queries.find(runId));
}

async function record(deps: Driving, run: RunRecord, reached: NonNullable<Reached>): Promise<void> {
  unwrap(await whileDispatching(deps, (tx) => deps.agents.within(tx).recordStep(reached, actFor(run))));
}

/** Ends a run that cannot go on. An agent that may have been started is ended first, so that nothing works unwatched. */
async function giveUp(deps: Driving, run: RunRecord, error: unknown): Promise<void> {
  if (!isFault(error)) deps.onError(error);
  const identity = deps.agents.identityOf(run);
  if (identity !== undefined) await deps.agents.stop(run, identity);
  await endRun(deps, run, { reason: reasonOf(run, error), code: isFault(error) ? error.code : undefined });
}

function reasonOf({ step }: RunRecord, error: unknown): DispatchReason {
  if (error instanceof OverCap) return error.reason;
  const message = error instanceof Error ? error.message : String(error);
  if (!isFault(error)) return { code: 'dispatch.step-broke', step, message };
  const { code: fault, hint, next } = error;
  return { code: 'dispatch.fault', fault, message, hint, next };
}
