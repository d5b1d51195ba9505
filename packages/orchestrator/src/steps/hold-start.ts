import { programFor, type RunRecord } from '@cw/agents';
import { machineOf } from '../commands/dispatch-task.ts';
import type { Driving } from '../deps.ts';
import { type Needing, openMachine } from '../selection/missing.ts';

/** Thrown where the agent of a run cannot be started for now: the run stays as it is, to be taken on later. */
export class StartHeld extends Error {}

/**
 * Keeps a run back for which something is missing on the machine that was there when it was made: it is no attempt, and
 * what was prepared for it stays. One whose agent is at work is none of that.
 * @throws StartHeld
 */
export async function holdStart(deps: Driving, run: RunRecord): Promise<void> {
  if (deps.agents.identityOf(run) !== undefined) return;
  const missingFor = await openMachine(deps.storage.read, await machineOf(deps));
  const [missing] = missingFor(needsOfRun(run));
  if (missing === undefined) return;
  if (missing.why === 'sandbox') deps.agents.sandbox.lookAgain();
  throw new StartHeld(`the agent of ${run.id} is not started: ${missing.why}`);
}

/** Whether a run is about to have its worktree opened, or its agent started. */
export function isStarting({ step }: Pick<RunRecord, 'step'>): boolean {
  return step === 'worktree' || step === 'spawn';
}

/** What a run needs on this machine. */
export function needsOfRun({ taskId: id, projectId, provider }: RunRecord): Needing {
  return { id, projectId, hasScript: provider === programFor({ hasScript: true }) };
}
