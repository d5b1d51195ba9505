import { type Act, err, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { Task } from '../model/task.ts';
import type { DependencyType, TaskView } from '../model/task-view.ts';
import type { DependencyInput } from './add-dependency.ts';
import { applyChange } from './apply-change.ts';
import { resolveKeptOrDeleted, resolveTask, type TaskResult } from './task-work.ts';

/**
 * Takes away that one task needs another: this type of it, or every type where none is named. The other may be in the
 * trash: what is there counts again when it is restored.
 */
export async function removeDependency(
  store: TaskStore,
  input: DependencyInput,
  act: Act,
): Promise<TaskResult<TaskView>> {
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const on = await resolveKeptOrDeleted(store, input.on);
  if (!on.ok) return on;
  const types = await typesBetween(store, task.value, on.value);
  const wanted = input.type === undefined ? types : types.filter((type) => type === input.type);
  if (wanted.length === 0) {
    return err({ kind: 'task.no-dependency', taskId: task.value.id, onId: on.value.id });
  }
  for (const type of wanted) await removeOne(store, { task: task.value, on: on.value, type }, act);
  return ok(await store.view(task.value.id));
}

async function typesBetween(store: TaskStore, task: Task, on: Task): Promise<readonly DependencyType[]> {
  const types = await store.dependencyTypes(task, on);
  return task.parentId === on.id ? [...types, 'parent-child'] : types;
}

async function removeOne(
  store: TaskStore,
  edge: { readonly task: Task; readonly on: Task; readonly type: DependencyType },
  act: Act,
): Promise<void> {
  const { task, on, type } = edge;
  if (type === 'parent-child') {
    await applyChange(store, task, { type: 'task.updated', changes: { parentId: null }, act });
    return;
  }
  await store.removeDependency(task, on, type);
  const revision = await store.change(task, {});
  await store.append(
    { type: 'task.dependency-removed', entity: task.id, payload: { type, onId: on.id, revision } },
    act,
  );
}
