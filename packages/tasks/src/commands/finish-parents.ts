import { type Act, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { childrenClosed as reason } from '../model/task-reason.ts';
import type { TaskName } from '../model/task-view.ts';
import type { TaskStep } from '../model/undo.ts';
import { markClosed } from './mark-closed.ts';
import { knownTask, type TaskResult } from './task-work.ts';

type ReadyTask = TaskName & { readonly isQueued: boolean };

export type FinishedParents = {
  readonly closed: readonly TaskName[];
  readonly finished: readonly TaskName[];
  /** What became ready since they were closed. */
  readonly freed: readonly ReadyTask[];
  readonly steps: readonly TaskStep[];
};

/**
 * Closes the parents of tasks whose last open child was among them, where a setting says so, and then theirs; of epics that are not
 * closed by themselves it is told that they could be.
 */
export async function finishParents(
  store: TaskStore,
  { ids, mayClose }: { readonly ids: readonly string[]; readonly mayClose: boolean },
  act: Act,
): Promise<TaskResult<FinishedParents>> {
  const [closed, finished, freed, steps] = [[], [], [], []] as [TaskName[], TaskName[], ReadyTask[], TaskStep[]];
  let children = ids;
  while (children.length > 0) {
    const parents = (await store.finishedParents(children)).filter(({ id }) => !ids.includes(id));
    const ended: string[] = [];
    for (const { id, title, isEpic, isDone } of parents) {
      if (!(mayClose && isDone && (await store.closesItself(id, { isEpic })))) {
        if (isEpic) finished.push({ id, title });
        continue;
      }
      const before = new Set((await store.readyNear([id])).map((each) => each.id));
      const task = await knownTask(store, id);
      if (!task.ok) return task;
      const to = await markClosed(store, task.value, { outcome: 'done', reason, act });
      if (!to.ok) return to;
      steps.push({ id, from: task.value.revision, to: to.value });
      closed.push({ id, title });
      ended.push(id);
      freed.push(...(await store.readyNear([id])).filter((each) => !before.has(each.id)));
    }
    children = ended;
  }
  return ok({ closed, finished, freed, steps });
}
