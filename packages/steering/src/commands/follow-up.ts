import { type Act, err, ok, type Result } from '@cw/kernel';
import { longestNote, type Retried, retryRunStep } from '@cw/orchestrator';
import type { Tx } from '@cw/storage';
import { getTask, tasksWithin } from '@cw/tasks';
import { asPerson, lastRun, notMerging } from '../last-run.ts';
import type { SteeringFailure } from '../model/steering-failure.ts';

export type FollowUpRun = { readonly run: string; readonly text: string };

/**
 * Says something more to the agent of a run that gave its result: a further attempt goes on with its conversation in its
 * worktree, with new commits on top. A task that was closed by that result is open again. Only where the conversation is
 * still there.
 */
export async function followUpRun(
  tx: Tx,
  { run: named, text }: FollowUpRun,
  act: Act,
): Promise<Result<Retried, SteeringFailure>> {
  if (act.actor.kind === 'run') return asPerson('say more to a run');
  const note = text.trim();
  if (note === '') return err({ kind: 'message.empty' });
  if (note.length > longestNote) return err({ kind: 'retry.note-too-long', most: longestNote });
  const found = await lastRun(tx, named);
  if (!found.ok) return found;
  const { id: runId, taskId, endedAt } = found.value;
  const task = await getTask(tx, taskId);
  if (endedAt === null) return err({ kind: 'steer.still-working', runId, taskId });
  const free = task === undefined ? ok(undefined) : notMerging(task);
  if (!free.ok) return free;
  if (task?.status === 'closed') {
    const reopened = await tasksWithin(tx).reopen({ task: taskId, reason: note }, act);
    if (!reopened.ok) return reopened;
  }
  return retryRunStep(tx, { run: runId, mode: 'resume', model: null, note }, act);
}
