import { type Act, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { onlyTask } from '../model/look-up.ts';
import type { Consequences, TaskName, TaskView } from '../model/task-view.ts';
import { type DeletedTasks, type DeleteInput, deleteTask, restoreTask } from './delete-task.ts';
import type { TaskResult } from './task-work.ts';
import { inAnyOrder, wholeIds } from './together.ts';

export type DeleteTasksInput = Omit<DeleteInput, 'task'> & { readonly tasks: readonly string[] };

/** Puts several tasks into the trash, all of them or none. Children may be named before or after their parents. */
export async function deleteTasks(
  store: TaskStore,
  input: DeleteTasksInput,
  act: Act,
): Promise<TaskResult<DeletedTasks>> {
  const ids = await wholeIds(store, input.tasks);
  if (!ids.ok) return ids;
  const deleted = new Map<string, TaskName>();
  const all: Consequences[] = [];
  const done = await inAnyOrder(ids.value, ['task.has-children'], async (task) => {
    if (deleted.has(task)) return ok(undefined);
    const gone = await deleteTask(store, { ...input, task }, act);
    if (gone.ok) {
      for (const one of gone.value.deleted) deleted.set(one.id, one);
      all.push(gone.value.consequences);
    }
    return gone;
  });
  if (!done.ok) return done;
  return ok({ deleted: [...deleted.values()], consequences: joined(all, deleted) });
}

/** What several changes mean together for what is not among them. */
function joined(all: readonly Consequences[], but: { has(id: string): boolean }): Consequences {
  const others = (part: keyof Consequences) => {
    const named = new Map(all.flatMap((each) => each[part].map((task) => [task.id, task] as const)));
    return [...named.values()].filter(({ id }) => !but.has(id));
  };
  return {
    waiting: others('waiting'),
    begins: others('begins'),
    ready: others('ready'),
    unqueued: others('unqueued'),
    closed: others('closed'),
    finished: others('finished'),
  };
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
  return ok({ restored: views, consequences: joined(all, ids) });
}

export type RestoredTasks = { readonly restored: readonly TaskView[]; readonly consequences: Consequences };
