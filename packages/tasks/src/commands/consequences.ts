import { type Act, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { Consequences, TaskName } from '../model/task-view.ts';
import type { TaskStep } from '../model/undo.ts';
import { applyChange } from './apply-change.ts';
import { finishParents } from './finish-parents.ts';
import { reopenParents } from './reopen-parents.ts';
import { knownTask, type TaskResult } from './task-work.ts';

export type WithConsequences<T> = {
  readonly done: T;
  readonly consequences: Consequences;
  /** What was changed of others by it: what was taken off the queue, and parents that were closed or opened. */
  readonly steps: readonly TaskStep[];
};

export type ChangeOf<T> = {
  /** Whole ids of the tasks that are ended, deleted or opened. */
  readonly ids: readonly string[];
  /** They are given up: nothing begins because of that. */
  readonly givesUp?: boolean;
  readonly change: () => Promise<TaskResult<T>>;
};

/**
 * Does something to tasks, and tells what that means for others. What becomes ready because work was given up is taken off
 * the queue: a person decides whether it is still right to begin.
 */
export async function withConsequences<T>(
  store: TaskStore,
  { ids, givesUp = false, change }: ChangeOf<T>,
  act: Act,
): Promise<TaskResult<WithConsequences<T>>> {
  const before = new Set((await store.readyNear(ids)).map(({ id }) => id));
  const done = await change();
  if (!done.ok) return done;
  const parents = await finishParents(store, { ids, mayClose: !givesUp }, act);
  if (!parents.ok) return parents;
  const opened = await reopenParents(store, ids, act);
  if (!opened.ok) return opened;
  const { closed, finished, freed } = parents.value;
  const near = (await store.readyNear(ids)).filter(({ id }) => !before.has(id) && !ids.includes(id));
  const fresh = [...near, ...freed.filter(({ id }) => !near.some((each) => each.id === id))];
  const queued = fresh.filter((task) => task.isQueued);
  const steps: TaskStep[] = [...parents.value.steps, ...opened.value.steps];
  if (givesUp) {
    for (const { id } of queued) {
      const task = await knownTask(store, id);
      if (!task.ok) return task;
      const to = await applyChange(store, task.value, {
        type: 'task.updated',
        changes: { dispatch: 'manual' },
        act,
      });
      steps.push({ id, from: task.value.revision, to });
    }
  }
  const consequences: Consequences = {
    waiting: await store.waitingForGivenUp(ids),
    begins: givesUp ? [] : queued.map(named),
    ready: fresh.filter((task) => !task.isQueued).map(named),
    unqueued: givesUp ? queued.map(named) : [],
    closed,
    finished,
    reopened: opened.value.reopened,
  };
  return ok({ done: done.value, consequences, steps });
}

function named({ id, title }: TaskName): TaskName {
  return { id, title };
}

/** What several changes mean together for what is not among them. */
export function joinConsequences(all: readonly Consequences[], but: { has(id: string): boolean }): Consequences {
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
    reopened: others('reopened'),
  };
}
