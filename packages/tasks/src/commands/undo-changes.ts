import { type Act, err, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { changesSince } from '../model/stale.ts';
import type { Task } from '../model/task.ts';
import { fieldsBefore, type TaskStep, undoType } from '../model/undo.ts';
import { applyChange } from './apply-change.ts';
import type { TaskResult } from './task-work.ts';

/**
 * Takes back what `changeTasks` did, in one transaction, all of it or nothing: each task is again as it was. What has
 * changed since is not overwritten: it refuses all of it.
 * @returns what became different by it.
 */
export async function undoChanges(
  store: TaskStore,
  input: { readonly steps: readonly TaskStep[] },
  act: Act,
): Promise<TaskResult<readonly TaskStep[]>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'undo' });
  const undone: TaskStep[] = [];
  for (const step of input.steps) {
    const task = await store.findAny(step.id);
    if (!task) return err({ kind: 'task.not-found', ref: step.id });
    const back = await undoOne(store, { task, step }, act);
    if (!back.ok) {
      return err({ kind: 'task.at-place', place: `“${task.title}”`, taskId: task.id, failure: back.error });
    }
    undone.push({ id: task.id, from: task.revision, to: back.value });
  }
  for (const { id } of undone) {
    const found = await checkFound(store, id);
    if (!found.ok) return found;
  }
  return ok(undone);
}

async function undoOne(
  store: TaskStore,
  { task, step }: { readonly task: Task; readonly step: TaskStep },
  act: Act,
): Promise<TaskResult<number>> {
  const events = await store.events(task.id);
  if (task.revision !== step.to) {
    const changes = changesSince(events, step.to);
    return err({ kind: 'task.stale', taskId: task.id, seen: step.to, revision: task.revision, changes });
  }
  const before = fieldsBefore(events, step);
  if (!before) return err({ kind: 'task.cannot-undo', taskId: task.id });
  return ok(await applyChange(store, task, { type: undoType(task, before), changes: before, act }));
}

/** Below a parent in the trash a task would not be found. */
async function checkFound(store: TaskStore, id: string): Promise<TaskResult<void>> {
  const task = await store.findAny(id);
  if (!task || task.deletedAt !== null || task.parentId === null) return ok(undefined);
  const parent = await store.findAny(task.parentId);
  if (!parent || parent.deletedAt === null) return ok(undefined);
  return err({ kind: 'task.parent-deleted', taskId: id, parentId: parent.id });
}
