import { agentsWithin, listAttempts } from '@cw/agents';
import { findMerge, integrationWithin, isWaiting } from '@cw/integration';
import { type Act, err, ok, type Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { findTask, getTask, type TaskView, tasksWithin } from '@cw/tasks';
import { asPerson } from '../last-run.ts';
import type { SteeringFailure } from '../model/steering-failure.ts';
import type { SteeringReason } from '../model/steering-reason.ts';

export type CancelTask = {
  readonly task: string;
  /** Also what depends on it, and on that: tasks that it blocks, its children. */
  readonly dependents?: boolean | undefined;
  readonly reason?: string | undefined;
  /** Only says what would be cancelled. */
  readonly dryRun?: boolean | undefined;
};

export type CancelledTask = {
  readonly id: string;
  readonly title: string;
  /** The run whose agent is ended by it. */
  readonly stoppedRun: string | null;
  /** The merge request that is taken out of its queue; its branch is kept. */
  readonly withdrawnMerge: string | null;
};

export type Cancelled = {
  readonly dryRun: boolean;
  /** The task that was named first. */
  readonly items: readonly CancelledTask[];
  /** Open tasks that depend on what was cancelled, and stay. */
  readonly waiting: readonly { readonly id: string; readonly title: string }[];
};

/**
 * Cancels a task, and where asked what depends on it, all of them or none. Agents at work on them are ended with their work
 * kept on the branches, and merges that wait are withdrawn. What is being merged is not cancelled.
 */
export async function cancelTasks(
  tx: Tx,
  { task, dependents = false, reason, dryRun = false }: CancelTask,
  act: Act,
): Promise<Result<Cancelled, SteeringFailure>> {
  if (act.actor.kind === 'run') return asPerson('cancel a task');
  const found = await findTask(tx, task);
  if (!found.ok) return found;
  const [first, ...others] = await withDependents(tx, found.value);
  if (first === undefined) return err({ kind: 'task.already-closed', taskId: found.value });
  const children = others.filter(({ parentId }) => parentId === first.id).length;
  if (!dependents && children > 0) return err({ kind: 'task.open-children', taskId: first.id, count: children });
  const cancelled = await cancelAll(tx, dependents ? [first, ...others] : [first], { reason, dryRun, act });
  if (!cancelled.ok) return cancelled;
  const waiting = dependents ? [] : others.map(({ id, title }) => ({ id, title }));
  return ok({ dryRun, items: cancelled.value, waiting });
}

/** Kinds of dependencies without which a task cannot be done. */
const needing: ReadonlySet<string> = new Set(['blocks', 'parent-child', 'waits-for']);

/** A task and every one that depends on it, as far as they are open, the nearest first. */
async function withDependents(tx: Tx, taskId: string): Promise<readonly TaskView[]> {
  const found = new Map<string, TaskView>();
  const meet = async (id: string) => {
    const task = found.has(id) ? undefined : await getTask(tx, id);
    if (task !== undefined && task.status !== 'closed') found.set(id, task);
  };
  await meet(taskId);
  for (const { dependents } of found.values()) {
    for (const { id, type } of dependents) if (needing.has(type)) await meet(id);
  }
  return [...found.values()];
}

type Cancelling = Pick<CancelTask, 'reason' | 'dryRun'> & { readonly act: Act };

async function cancelAll(
  tx: Tx,
  tasks: readonly TaskView[],
  how: Cancelling,
): Promise<Result<readonly CancelledTask[], SteeringFailure>> {
  const cancelled: CancelledTask[] = [];
  for (const task of tasks) {
    const one = await cancelOne(tx, task, how);
    if (!one.ok) return one;
    cancelled.push(one.value);
  }
  return ok(cancelled);
}

const cancelled: SteeringReason = { code: 'steering.cancelled' };

async function cancelOne(
  tx: Tx,
  task: TaskView,
  { reason, dryRun, act }: Cancelling,
): Promise<Result<CancelledTask, SteeringFailure>> {
  const { id: taskId, title } = task;
  const merge = await waitingMerge(tx, task);
  if (!merge.ok) return merge;
  const run = (await listAttempts(tx, taskId)).findLast(({ endedAt }) => endedAt === null);
  if (!dryRun) {
    const withdrawn = await integrationWithin(tx).withdrawOfTask({ taskId }, act);
    if (!withdrawn.ok) return err({ kind: 'steer.merging', taskId });
    const why = reason?.trim() || cancelled;
    const closed = await tasksWithin(tx).end({ taskId, outcome: 'cancelled', reason: why }, act);
    if (!closed.ok) return closed;
    const stopped = run === undefined ? ok(null) : await agentsWithin(tx).requestStop({ run: run.id }, act);
    if (!stopped.ok) return stopped;
  }
  return ok({ id: taskId, title, stoppedRun: run?.id ?? null, withdrawnMerge: merge.value });
}

/** The merge request of a task that is in the queue, which must not have been begun; null where there is none. */
async function waitingMerge(tx: Tx, { id, state }: TaskView): Promise<Result<string | null, SteeringFailure>> {
  const found = state === 'merging' ? await findMerge(tx, id) : undefined;
  if (!found?.ok || found.value.endedAt !== null) return ok(null);
  return isWaiting(found.value.state) ? ok(found.value.id) : err({ kind: 'steer.merging', taskId: id });
}
