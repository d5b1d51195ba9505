import { agentsWithin, listAttempts } from '@cw/agents';
import { findMerge, integrationWithin, isWaiting } from '@cw/integration';
import { type Act, err, ok, type Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { type Consequences, findTask, getTask, joinConsequences, type TaskView, tasksWithin } from '@cw/tasks';
import { asPerson, isMerging } from '../last-run.ts';
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
  /** What it means for others; of what is only planned, which tasks would keep waiting. */
  readonly consequences: Consequences;
};

/**
 * Cancels a task, and where asked what depends on it, all of them or none. Agents at work on them are ended with their work
 * kept on the branches, and merges that wait are withdrawn. What is being merged is not cancelled. What depends on a task that
 * was cancelled before can be cancelled afterwards.
 */
export async function cancelTasks(
  tx: Tx,
  { task, dependents = false, reason, dryRun = false }: CancelTask,
  act: Act,
): Promise<Result<Cancelled, SteeringFailure>> {
  if (act.actor.kind === 'run') return asPerson('cancel a task');
  const found = await findTask(tx, task);
  if (!found.ok) return found;
  const named = await getTask(tx, found.value);
  if (named === undefined) return err({ kind: 'task.not-found', ref: task });
  const others = await dependentsOf(tx, named);
  const isOpen = named.status !== 'closed';
  if (!isOpen && !(dependents && named.outcome !== 'done' && others.length > 0)) {
    return err({ kind: 'task.already-closed', taskId: named.id });
  }
  const children = others.filter(({ parentId }) => parentId === named.id).length;
  if (!dependents && children > 0) return err({ kind: 'task.open-children', taskId: named.id, count: children });
  const wanted = [...(isOpen ? [named] : []), ...(dependents ? others : [])];
  const cancelled = await cancelAll(tx, wanted, { reason, dryRun, act });
  if (!cancelled.ok) return cancelled;
  const { items, all } = cancelled.value;
  const consequences = joinConsequences(all, new Set(items.map(({ id }) => id)));
  if (!dryRun || dependents) return ok({ dryRun, items, consequences });
  const needing = new Set(named.dependents.map(({ id }) => id));
  const waiting = others.filter(({ id }) => needing.has(id)).map(({ id, title }) => ({ id, title }));
  return ok({ dryRun, items, consequences: { ...consequences, waiting } });
}

/** Kinds of dependencies without which a task cannot be done. */
const needing: ReadonlySet<string> = new Set(['blocks', 'parent-child', 'waits-for']);

/** Every open task that depends on one, and on those, the nearest first. */
async function dependentsOf(tx: Tx, first: TaskView): Promise<readonly TaskView[]> {
  const found = new Map([[first.id, first]]);
  for (const { dependents } of found.values()) {
    for (const { id, type } of dependents) {
      const task = needing.has(type) && !found.has(id) ? await getTask(tx, id) : undefined;
      if (task !== undefined && task.status !== 'closed') found.set(id, task);
    }
  }
  found.delete(first.id);
  return [...found.values()];
}

type Cancelling = Pick<CancelTask, 'reason' | 'dryRun'> & { readonly act: Act };

async function cancelAll(
  tx: Tx,
  tasks: readonly TaskView[],
  how: Cancelling,
): Promise<
  Result<{ readonly items: readonly CancelledTask[]; readonly all: readonly Consequences[] }, SteeringFailure>
> {
  const items: CancelledTask[] = [];
  const all: Consequences[] = [];
  for (const task of tasks) {
    const one = await cancelOne(tx, task, how);
    if (!one.ok) return one;
    items.push(one.value.item);
    all.push(...one.value.consequences);
  }
  return ok({ items, all });
}

const cancelled: SteeringReason = { code: 'steering.cancelled' };

async function cancelOne(
  tx: Tx,
  task: TaskView,
  { reason, dryRun, act }: Cancelling,
): Promise<Result<{ readonly item: CancelledTask; readonly consequences: readonly Consequences[] }, SteeringFailure>> {
  const { id: taskId, title } = task;
  const merge = await waitingMerge(tx, task);
  if (!merge.ok) return merge;
  const run = (await listAttempts(tx, taskId)).findLast(({ endedAt }) => endedAt === null);
  const item = { id: taskId, title, stoppedRun: run?.id ?? null, withdrawnMerge: merge.value };
  if (dryRun) return ok({ item, consequences: [] });
  const withdrawn = await integrationWithin(tx).withdrawOfTask({ taskId }, act);
  if (!withdrawn.ok) return err({ kind: 'steer.merging', taskId });
  const why = reason?.trim() || cancelled;
  const closed = await tasksWithin(tx).end({ taskId, outcome: 'cancelled', reason: why }, act);
  if (!closed.ok) return closed;
  const stopped = run === undefined ? ok(null) : await agentsWithin(tx).requestStop({ run: run.id }, act);
  if (!stopped.ok) return stopped;
  return ok({ item, consequences: [closed.value.consequences] });
}

/** The merge request of a task that is in the queue, which must not have been begun; null where there is none. */
async function waitingMerge(tx: Tx, task: TaskView): Promise<Result<string | null, SteeringFailure>> {
  const found = isMerging(task) ? await findMerge(tx, task.id) : undefined;
  if (!found?.ok || found.value.endedAt !== null) return ok(null);
  return isWaiting(found.value.state) ? ok(found.value.id) : err({ kind: 'steer.merging', taskId: task.id });
}
