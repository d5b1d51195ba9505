import { type Act, err, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkMayAct, checkNotHeldByOther, type TaskHolder } from '../model/claim-rules.ts';
import { checkMove } from '../model/legal-moves.ts';
import type { Task } from '../model/task.ts';
import type { TaskView } from '../model/task-view.ts';
import { applyChange } from './apply-change.ts';
import { knownTask, resolveTask, type TaskResult } from './task-work.ts';

export type ReleaseInput = {
  readonly task: string;
  readonly holder: TaskHolder;
  /** False refuses what somebody else holds to people too. */
  readonly force?: boolean | undefined;
};

/** Gives a claimed task back. Agents give back their own; people any that no run works at. */
export async function releaseTask(store: TaskStore, input: ReleaseInput, act: Act): Promise<TaskResult<TaskView>> {
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const may = checkMayAct(task.value, input.holder, store.at);
  if (!may.ok) return may;
  const own = input.force === false ? checkNotHeldByOther(task.value, input.holder.name, store.at) : ok(undefined);
  return own.ok ? release(store, task.value, act) : own;
}

/** Puts every task that is in progress and that nobody holds back among what is open. */
export async function releaseUnheld(store: TaskStore, act: Act): Promise<TaskResult<readonly TaskView[]>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'release-unheld' });
  const released: TaskView[] = [];
  for (const task of await store.unheld()) {
    const one = await release(store, task, act);
    if (!one.ok) return one;
    released.push(one.value);
  }
  return ok(released);
}

/** Takes a task from the run that works at it and puts it back among what is open. */
export async function releaseFromRun(
  store: TaskStore,
  input: { readonly taskId: string },
  act: Act,
): Promise<TaskResult<TaskView>> {
  const task = await knownTask(store, input.taskId);
  return task.ok ? release(store, task.value, act) : task;
}

/** Moves on the time until which a run or a session holds a task. */
export async function renewLease(
  store: TaskStore,
  input: { readonly taskId: string; readonly holder: string; readonly leaseMs: number },
): Promise<TaskResult<void>> {
  const task = await knownTask(store, input.taskId);
  if (!task.ok) return task;
  if (task.value.leaseHolder !== input.holder) {
    return err({ kind: 'task.not-held', taskId: input.taskId, holder: task.value.leaseHolder });
  }
  await store.renewLease(task.value, store.at + input.leaseMs);
  return ok(undefined);
}

async function release(store: TaskStore, task: Task, act: Act): Promise<TaskResult<TaskView>> {
  if (task.status === 'open' || task.status === 'blocked') {
    return err({ kind: 'task.not-held', taskId: task.id, holder: null });
  }
  const move = checkMove(task, 'release');
  if (!move.ok) return move;
  await applyChange(store, task, {
    type: 'task.released',
    changes: { status: move.value, statusReason: null, leaseHolder: null, leaseExpiresAt: null, stage: null },
    act,
  });
  return ok(await store.view(task.id));
}
