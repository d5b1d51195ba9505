import { type Act, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { TaskName } from '../model/task-view.ts';
import type { TaskStep } from '../model/undo.ts';
import { markOpen } from './mark-open.ts';
import { knownTask, type TaskResult } from './task-work.ts';

export type ReopenedParents = { readonly reopened: readonly TaskName[]; readonly steps: readonly TaskStep[] };

/**
 * Opens the parents of tasks again that were closed only because all of their children were, where one of these is open now, and then
 * theirs. A parent that somebody closed stays closed.
 */
export async function reopenParents(
  store: TaskStore,
  ids: readonly string[],
  act: Act,
): Promise<TaskResult<ReopenedParents>> {
  const [reopened, steps] = [[], []] as [TaskName[], TaskStep[]];
  let children = ids;
  while (children.length > 0) {
    const parents = await store.closedByChildren(children);
    for (const { id, title } of parents) {
      const task = await knownTask(store, id);
      if (!task.ok) return task;
      const to = await markOpen(store, task.value, act);
      if (!to.ok) return to;
      steps.push({ id, from: task.value.revision, to: to.value });
      reopened.push({ id, title });
    }
    children = parents.map(({ id }) => id);
  }
  return ok({ reopened, steps });
}
