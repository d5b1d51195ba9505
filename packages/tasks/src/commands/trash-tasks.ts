import { type Act, err, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { TaskHolder } from '../model/claim-rules.ts';
import { onlyTask } from '../model/look-up.ts';
import type { Task } from '../model/task.ts';
import type { Consequences, TaskName, TaskView } from '../model/task-view.ts';
import { joinConsequences } from './consequences.ts';
import { putIntoTrash, restoreTask } from './put-into-trash.ts';
import { knownTask, type TaskResult } from './task-work.ts';
import { inAnyOrder, wholeIds } from './together.ts';

export type DeleteTasksInput = {
  readonly tasks: readonly string[];
  readonly holder: TaskHolder;
  /** Their children too, at any depth; without it a task is refused that has some which are not named. */
  readonly cascade?: boolean | undefined;
};

export type DeletedTasks = { readonly deleted: readonly TaskName[]; readonly consequences: Consequences };

/**
 * Puts tasks into the trash, all of them or none, from which they can be restored as they were. What waited for them goes on
 * waiting. Children may be named before or after their parents; what is named is not changed by the going of the others.
 * Agents' runs may not, and nothing that a run works at is deleted.
 * @returns the tasks and, with `cascade`, all below them
 */
export async function deleteTasks(
  store: TaskStore,
  { tasks: refs, cascade, holder }: DeleteTasksInput,
  act: Act,
): Promise<TaskResult<DeletedTasks>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'delete' });
  const ids = await wholeIds(store, refs);
  if (!ids.ok) return ids;
  const named: Task[] = [];
  for (const id of ids.value) {
    const task = await knownTask(store, id);
    if (!task.ok) return task;
    named.push(task.value);
  }
  const tasks = await withBelow(store, named, cascade);
  if (!tasks.ok) return tasks;
  const done = await putIntoTrash(store, { tasks: tasks.value, holder }, act);
  if (!done.ok) return done;
  return ok({ deleted: tasks.value.map(({ id, title }) => ({ id, title })), consequences: done.value.consequences });
}

/** Tasks with all that is below them, each once; without `cascade`, what is below has to be among them. */
export async function withBelow(
  store: TaskStore,
  tasks: readonly Task[],
  cascade = false,
): Promise<TaskResult<readonly Task[]>> {
  const named = new Set(tasks.map(({ id }) => id));
  const all = new Map<string, Task>();
  for (const task of tasks) {
    const below = await store.subtree(task);
    const count = below.filter(({ id }) => !named.has(id)).length;
    if (count > 0 && !cascade) return err({ kind: 'task.has-children', taskId: task.id, count });
    for (const one of [task, ...below]) all.set(one.id, one);
  }
  return ok([...all.values()]);
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
