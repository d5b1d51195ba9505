import { type Act, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { Consequences, TaskView } from '../model/task-view.ts';
import { type CloseInput, closeOne } from './close-task.ts';
import { type WithConsequences, withConsequences } from './consequences.ts';
import type { TaskResult } from './task-work.ts';
import { inAnyOrder, wholeIds } from './together.ts';

export type CloseTasksInput = Omit<CloseInput, 'task'> & {
  readonly tasks: readonly string[];
};

export type ClosedTasks = {
  readonly closed: readonly TaskView[];
  readonly consequences: Consequences;
};

/** Ends several tasks, all of them or none. Children and blockers may be named in any order with what waits for them. */
export async function closeTasks(store: TaskStore, input: CloseTasksInput, act: Act): Promise<TaskResult<ClosedTasks>> {
  const ended = await closeEach(store, input, act);
  if (!ended.ok) return ended;
  const closed: TaskView[] = [];
  for (const id of ended.value.done) closed.push(await store.view(id));
  return ok({ closed, consequences: ended.value.consequences });
}

/** The same without reading what a door shows. @returns the whole ids of what was closed. */
export async function closeEach(
  store: TaskStore,
  input: CloseTasksInput,
  act: Act,
): Promise<TaskResult<WithConsequences<readonly string[]>>> {
  const whole = await wholeIds(store, input.tasks);
  if (!whole.ok) return whole;
  const ids = whole.value;
  const change = async () => {
    const ended = await inAnyOrder(ids, ['task.open-children', 'task.unmet-dependencies'], (task) =>
      closeOne(store, { ...input, task }, act),
    );
    return ended.ok ? whole : ended;
  };
  return withConsequences(store, { ids, givesUp: input.outcome === 'cancelled', change }, act);
}
