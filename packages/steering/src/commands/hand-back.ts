import { type Act, err, ok, type Result } from '@cw/kernel';
import { longestNote, type Retried, retryRunStep } from '@cw/orchestrator';
import type { Tx } from '@cw/storage';
import { getTask, tasksWithin } from '@cw/tasks';
import { append } from '../append.ts';
import { asPerson, lastRun } from '../last-run.ts';
import type { SteeringFailure } from '../model/steering-failure.ts';

export type HandBack = { readonly task: string; readonly note?: string | undefined };

/**
 * Gives a task that a person took over back to an agent, which goes on in its worktree: with the conversation where there
 * is one, else with a new one. What the person left uncommitted is committed first.
 */
export async function handBack(
  tx: Tx,
  { task: named, note }: HandBack,
  act: Act,
): Promise<Result<Retried, SteeringFailure>> {
  if (act.actor.kind === 'run') return asPerson('hand a task back');
  if ((note?.length ?? 0) > longestNote) return err({ kind: 'retry.note-too-long', most: longestNote });
  const found = await lastRun(tx, named);
  if (!found.ok) return found;
  const { id: runId, taskId, endedAt } = found.value;
  const task = await getTask(tx, taskId);
  const holder = task?.lease?.holder ?? null;
  if (task?.status !== 'in_progress' || holder === null || task.lease?.expiresAt !== null || holder === runId) {
    return err({ kind: 'steer.not-taken-over', taskId, holder });
  }
  if (endedAt === null) return err({ kind: 'steer.still-stopping', runId, taskId });
  const released = await tasksWithin(tx).releaseFromRun({ taskId }, act);
  if (!released.ok) return released;
  const said = [`${holder} had taken this over and worked here by hand; look at what has changed.`, note?.trim() ?? ''];
  const retry = { run: runId, model: null, note: said.filter(Boolean).join('\n\n'), keepsWork: true } as const;
  const retried = await retryRunStep(tx, retry, act);
  if (!retried.ok) return retried;
  await append(tx, { type: 'run.handed-back', entity: runId, payload: { taskId, by: act.actor.name } }, act);
  return ok(retried.value);
}
