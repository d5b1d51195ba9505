import { type Act, err, ok, type Why } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkMayAct, type TaskHolder } from '../model/claim-rules.ts';
import type { Task } from '../model/task.ts';
import type { Artifact, Consequences, TaskOutcome, TaskView } from '../model/task-view.ts';
import { type ChangeOf, withConsequences } from './consequences.ts';
import { markClosed } from './mark-closed.ts';
import { knownTask, resolveTask, type TaskResult } from './task-work.ts';

export type CloseInput = {
  readonly task: string;
  readonly holder: TaskHolder;
  /** @defaultValue 'done' */
  readonly outcome?: TaskOutcome | undefined;
  readonly reason?: string | undefined;
  /** Close it although children are open, dependencies unmet or, for people, its plan is not approved. */
  readonly force?: boolean | undefined;
};

/**
 * Ends a task. Open children refuse it; unmet dependencies do unless it is given up, and a plan that is to be approved
 * and is not where it is said to be done. Force closes it alone and leaves the others as they are.
 */
export async function closeTask(store: TaskStore, input: CloseInput, act: Act): Promise<TaskResult<ClosedTask>> {
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const { id } = task.value;
  return viewed(store, { id, outcome: input.outcome, change: () => closeOne(store, { ...input, task: id }, act) }, act);
}

/** A task that was closed, with what that means for others. */
export type ClosedTask = TaskView & { readonly consequences: Consequences };

async function viewed(
  store: TaskStore,
  { id, outcome, change }: Pick<ChangeOf<unknown>, 'change'> & Pick<CloseInput, 'outcome'> & { readonly id: string },
  act: Act,
): Promise<TaskResult<ClosedTask>> {
  const closed = await withConsequences(store, { ids: [id], givesUp: outcome === 'cancelled', change }, act);
  return closed.ok ? ok({ ...(await store.view(id)), consequences: closed.value.consequences }) : closed;
}

/**
 * The same without reading all that a door shows of it.
 * @returns the task as it was before.
 */
export async function closeOne(store: TaskStore, input: CloseInput, act: Act): Promise<TaskResult<Task>> {
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const outcome = input.outcome ?? 'done';
  const may = checkMayAct(task.value, input.holder, store.at);
  if (!may.ok) return may;
  const forced = input.force === true;
  if (!(forced && input.holder.kind === 'person') && lacksApproval(task.value) && outcome === 'done') {
    return err({ kind: 'task.plan-not-approved', taskId: task.value.id });
  }
  if (!forced && task.value.status !== 'closed') {
    const ripe = await checkRipe(store, task.value, outcome);
    if (!ripe.ok) return ripe;
  }
  const closed = await markClosed(store, task.value, { outcome, reason: input.reason, act });
  return closed.ok ? task : closed;
}

export type EndInput = {
  readonly taskId: string;
  readonly outcome: TaskOutcome;
  readonly reason?: Why | null | undefined;
  readonly artifacts?: readonly Artifact[] | undefined;
};

/** Ends a task for the room that worked at it, with what came of it. */
export async function endTask(store: TaskStore, input: EndInput, act: Act): Promise<TaskResult<ClosedTask>> {
  const task = await knownTask(store, input.taskId);
  if (!task.ok) return task;
  const { outcome, reason } = input;
  const change = async () => {
    const closed = await markClosed(store, task.value, { outcome, reason: reason ?? undefined, act });
    if (!closed.ok) return closed;
    for (const artifact of input.artifacts ?? []) await store.addArtifact(task.value, artifact.kind, artifact.value);
    return closed;
  };
  return viewed(store, { id: input.taskId, outcome, change }, act);
}

/** Whether its plan is to be approved and is not: it changed under way, or was never written. */
function lacksApproval({ status, requiresPlan, planApproved }: Task): boolean {
  return status !== 'closed' && requiresPlan && !planApproved;
}

async function checkRipe(store: TaskStore, task: Task, outcome: TaskOutcome): Promise<TaskResult<void>> {
  if (task.openChildren > 0) {
    return err({ kind: 'task.open-children', taskId: task.id, count: task.openChildren });
  }
  if (task.openBlockers > 0 && outcome !== 'cancelled') {
    return err({ kind: 'task.unmet-dependencies', taskId: task.id, on: await store.waitsFor(task.id) });
  }
  return ok(undefined);
}
