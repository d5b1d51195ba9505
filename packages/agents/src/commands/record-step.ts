import { type Act, err, type Result } from '@cw/kernel';
import type { RunStore } from '../adapters/run-store.ts';
import type { RunChanges, RunRecord } from '../model/run.ts';
import type { RunFailure } from '../model/run-failure.ts';
import { type RunStep, runSteps } from '../model/run-view.ts';

/** What became known with a step. */
export type StepFacts = Pick<RunChanges, 'worktree' | 'branch' | 'baseSha' | 'headSha' | 'exitCode'> & {
  readonly process?: { readonly pid: number; readonly startTime: number; readonly bootId: string };
};

export type RecordStep = { readonly runId: string; readonly step: RunStep; readonly facts?: StepFacts };

/**
 * Notes that a run reached a step, and what became known with it. Noting the same step again is no news; one that was
 * passed already is refused.
 */
export async function recordStep(store: RunStore, input: RecordStep, act: Act): Promise<Result<RunRecord, RunFailure>> {
  const found = await store.find(input.runId);
  if (!found.ok) return found;
  const { id, taskId, step, outcome, endedAt, startedAt } = found.value;
  if (endedAt !== null) return err({ kind: 'run.ended', runId: id, outcome: outcome ?? 'ended' });
  if (runSteps.indexOf(input.step) < runSteps.indexOf(step)) {
    return err({ kind: 'run.step-passed', runId: id, step, asked: input.step });
  }
  const { process, ...facts } = input.facts ?? {};
  const identity = process && { pid: process.pid, pidStart: String(process.startTime), bootId: process.bootId };
  const starts = process !== undefined && startedAt === null;
  await store.change(id, { ...facts, ...identity, step: input.step, ...(starts && { startedAt: store.at }) });
  if (input.step !== step) {
    await store.append({ type: 'run.step-reached', entity: id, payload: { taskId, step: input.step } }, act);
  }
  if (starts) await store.append({ type: 'run.started', entity: id, payload: { taskId, pid: process.pid } }, act);
  return store.find(id);
}
