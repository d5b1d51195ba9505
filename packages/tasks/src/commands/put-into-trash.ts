import { type Act, err, type Instant, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkMayAct, type TaskHolder } from '../model/claim-rules.ts';
import { onlyTask } from '../model/look-up.ts';
import type { Task } from '../model/task.ts';
import type { Consequences, TaskView } from '../model/task-view.ts';
import { applyChange } from './apply-change.ts';
import { type WithConsequences, withConsequences } from './consequences.ts';
import { resolveTask, type TaskResult } from './task-work.ts';

/** Puts exactly these into the trash, inside a transaction that the caller holds; all of them or none. */
export function putIntoTrash(
  store: TaskStore,
  wanted: Trashing,
  act: Act,
): Promise<TaskResult<WithConsequences<void>>> {
  const ids = wanted.tasks.map(({ id }) => id);
  return withConsequences(store, { ids, givesUp: true, change: () => markAll(store, wanted, act) }, act);
}

type Trashing = { readonly tasks: readonly Task[]; readonly holder: TaskHolder };

async function markAll(store: TaskStore, { tasks, holder }: Trashing, act: Act): Promise<TaskResult<void>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'delete' });
  for (const task of tasks) {
    const may = checkMayAct(task, holder, store.at);
    if (!may.ok) return may;
  }
  for (const task of tasks) await mark(store, { task, deletedAt: store.at }, act);
  return ok(undefined);
}

/**
 * Takes a task out of the trash, with what was deleted together with it. Below a parent that is still in the trash it
 * would not be found: the parent is restored first.
 */
export async function restoreTask(
  store: TaskStore,
  input: { readonly task: string },
  act: Act,
): Promise<TaskResult<RestoredTask>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'restore' });
  const task = await deletedTask(store, input.task);
  if (!task.ok) return task;
  const { id, parentId } = task.value;
  const parent = parentId === null ? undefined : await store.findAny(parentId);
  if (parent && parent.deletedAt !== null) return err({ kind: 'task.parent-deleted', taskId: id, parentId: parent.id });
  const tasks = [task.value, ...(await store.deletedWith(task.value))];
  const change = async () => {
    for (const one of tasks) await mark(store, { task: one, deletedAt: null }, act);
    return ok(undefined);
  };
  const restored = await withConsequences(store, { ids: tasks.map((one) => one.id), change }, act);
  return restored.ok ? ok({ ...(await store.view(id)), consequences: restored.value.consequences }) : restored;
}

/** A task out of the trash, with what that means for others. */
export type RestoredTask = TaskView & { readonly consequences: Consequences };

async function deletedTask(store: TaskStore, ref: string): Promise<TaskResult<Task>> {
  const id = onlyTask(ref, await store.trashCandidates(ref));
  if (!id.ok) {
    const kept = id.error.kind === 'task.not-found' ? await resolveTask(store, ref) : id;
    return kept.ok ? err({ kind: 'task.not-deleted', taskId: kept.value.id }) : id;
  }
  const task = await store.findAny(id.value);
  return task ? ok(task) : err({ kind: 'task.not-found', ref });
}

/** Whoever held it lets go, so that it comes back open. */
async function mark(
  store: TaskStore,
  wanted: { readonly task: Task; readonly deletedAt: Instant | null },
  act: Act,
): Promise<void> {
  const { task, deletedAt } = wanted;
  await applyChange(store, task, {
    type: deletedAt === null ? 'task.restored' : 'task.deleted',
    changes: {
      deletedAt,
      leaseHolder: null,
      leaseExpiresAt: null,
      ...(task.status === 'in_progress' ? { status: 'open' } : {}),
    },
    act,
  });
}
