import { type Act, err, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { onlyTask } from '../model/look-up.ts';
import type { Task } from '../model/task.ts';
import type { Consequences, TaskView } from '../model/task-view.ts';
import { joinConsequences } from './consequences.ts';
import { type DeletedTasks, type DeleteInput, putIntoTrash, restoreTask } from './delete-task.ts';
import { knownTask, type TaskResult } from './task-work.ts';
import { inAnyOrder, wholeIds } from './together.ts';

export type DeleteTasksInput = Omit<DeleteInput, 'task'> & { readonly tasks: readonly string[] };

/**
 * Puts several tasks into the trash, all of them or none. Children may be named before or after their parents; what is
 * named is not changed by the going of the others.
 */
export async function deleteTasks(
  store: TaskStore,
  input: DeleteTasksInput,
  act: Act,
): Promise<TaskResult<DeletedTasks>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'delete' });
  const ids = await wholeIds(store, input.tasks);
  if (!ids.ok) return ids;
  const named = new Set(ids.value);
  const tasks = new Map<string, Task>();
  for (const id of named) {
    const task = await knownTask(store, id);
    if (!task.ok) return task;
    const below = await store.subtree(task.value);
    const others = below.filter((one) => !named.has(one.id));
    if (others.length > 0 && !input.cascade) {
      return err({ kind: 'task.has-children', taskId: id, count: others.length });
    }
    for (const one of [task.value, ...below]) tasks.set(one.id, one);
  }
  const all = [...tasks.values()];
  const done = await putIntoTrash(store, { tasks: all, holder: input.holder }, act);
  if (!done.ok) return done;
  return ok({ deleted: all.map(({ id, title }) => ({ id, title })), consequences: done.value.consequences });
}

/** Takes several tasks out of the trash, all of them or none, with what was deleted together with each. */
export async function restoreTasks(
  store: TaskStore,
  input: { readonly tasks: readonly string[] },
  act: Act,
): Promise<TaskResult<RestoredTasks>> {
  const all: Consequences[] = [];
  const restore = async (task: string) => {
    const restored = await restoreTask(store, { task }, act);
    if (restored.ok) all.push(restored.value.consequences);
    return restored;
  };
  const ids = new Set<string>();
  for (const ref of input.tasks) {
    const id = onlyTask(ref, await store.trashCandidates(ref));
    const refused = id.ok ? undefined : await restore(ref);
    if (refused && !refused.ok) return refused;
    if (id.ok) ids.add(id.value);
  }
  const done = await inAnyOrder([...ids], ['task.parent-deleted'], async (id) => {
    const cameWithParent = (await store.findAny(id))?.deletedAt === null;
    return cameWithParent ? ok(undefined) : restore(id);
  });
  if (!done.ok) return done;
  const views: TaskView[] = [];
  for (const id of ids) views.push(await store.view(id));
  return ok({ restored: views, consequences: joinConsequences(all, ids) });
}

export type RestoredTasks = { readonly restored: readonly TaskView[]; readonly consequences: Consequences };
