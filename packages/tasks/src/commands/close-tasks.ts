import { type Act, ok } from '@cw/kernel';
import type { TaskView } from '../model/task-view.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { type CloseInput, closeOne } from './close-task.ts';
import { resolveTask, type TaskDeps, type TaskResult } from './task-work.ts';

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
export function closeTasks(
  deps: Pick<TaskDeps, 'transact'>,
  input: CloseTasksInput,
  act: Act,
): Promise<TaskResult<ClosedTasks>> {
  return deps.transact(async (store) => {
    const before = input.suggestNext ? new Set(await store.readyIds()) : undefined;
    const ids = await closeTasksWithin(store, input, act);
    if (!ids.ok) return ids;
    const closed: TaskView[] = [];
    for (const id of ids.value) closed.push(await store.view(id));
    const becameReady = before ? (await store.readyIds()).filter((id) => !before.has(id)) : [];
    return ok({ closed, becameReady });
  });
}

/**
 * The same inside a transaction that the caller holds.
 * @returns the whole ids of what was closed.
 */
export async function closeTasksWithin(
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
  const ended = await closeAll(store, { ...input, tasks: ids.value }, act);
  return ended.ok ? ids : ended;
}

async function wholeIds(store: TaskStore, refs: readonly string[]): Promise<TaskResult<readonly string[]>> {
  const ids = new Set<string>();
  for (const ref of refs) {
    const task = await resolveTask(store, ref);
    if (!task.ok) return task;
    ids.add(task.value.id);
  }
  return ok([...ids]);
}

/** Closes what can be closed until nothing is left; what only waited for others of the list comes after them. */
async function closeAll(store: TaskStore, input: CloseTasksInput, act: Act): Promise<TaskResult<void>> {
  let left = input.tasks;
  while (left.length > 0) {
    const refused: { task: string; answer: Awaited<ReturnType<typeof closeOne>> }[] = [];
    for (const task of left) {
      const answer = await closeOne(store, { ...input, task }, act);
      if (answer.ok) continue;
      if (!waits.has(answer.error.kind)) return answer;
      refused.push({ task, answer });
    }
    const [first] = refused;
    if (first && !first.answer.ok && refused.length === left.length) return first.answer;
    left = refused.map(({ task }) => task);
  }
  return ok(undefined);
}

const waits = new Set(['task.open-children', 'task.unmet-dependencies']);
