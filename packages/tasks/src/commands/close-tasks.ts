import { type Act, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { TaskView } from '../model/task-view.ts';
import { type CloseInput, closeOne } from './close-task.ts';
import type { TaskResult } from './task-work.ts';
import { inAnyOrder, wholeIds } from './together.ts';

export type CloseTasksInput = Omit<CloseInput, 'task'> & {
  readonly tasks: readonly string[];
  /** Tell also what became ready by it. */
  readonly suggestNext?: boolean | undefined;
};

export type ClosedTasks = {
  readonly closed: readonly TaskView[];
  /** Ids of what was not ready before and is now, most urgent first; only where it was asked for. */
  readonly becameReady: readonly string[];
};

/** Ends several tasks, all of them or none. Children and blockers may be named in any order with what waits for them. */
export async function closeTasks(store: TaskStore, input: CloseTasksInput, act: Act): Promise<TaskResult<ClosedTasks>> {
  const before = input.suggestNext ? new Set(await store.readyIds()) : undefined;
  const ids = await closeEach(store, input, act);
  if (!ids.ok) return ids;
  const closed: TaskView[] = [];
  for (const id of ids.value) closed.push(await store.view(id));
  const becameReady = before ? (await store.readyIds()).filter((id) => !before.has(id)) : [];
  return ok({ closed, becameReady });
}

/** The same without reading what a door shows. @returns the whole ids of what was closed. */
export async function closeEach(
  store: TaskStore,
  input: CloseTasksInput,
  act: Act,
): Promise<TaskResult<readonly string[]>> {
  const [only] = input.tasks;
  if (only !== undefined && input.tasks.length === 1) {
    const closed = await closeOne(store, { ...input, task: only }, act);
    return closed.ok ? ok([closed.value.id]) : closed;
  }
  const ids = await wholeIds(store, input.tasks);
  if (!ids.ok) return ids;
  const ended = await inAnyOrder(ids.value, ['task.open-children', 'task.unmet-dependencies'], (task) =>
    closeOne(store, { ...input, task }, act),
  );
  return ended.ok ? ids : ended;
}
