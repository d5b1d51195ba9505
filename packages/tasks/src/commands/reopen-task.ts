import { type Act, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { Task } from '../model/task.ts';
import type { Consequences, TaskView } from '../model/task-view.ts';
import { addComment } from './add-comment.ts';
import { withConsequences } from './consequences.ts';
import { markOpen } from './mark-open.ts';
import { resolveTask, type TaskResult } from './task-work.ts';
import { together, wholeIds } from './together.ts';

export type ReopenInput = { readonly task: string; readonly reason?: string | undefined };

/** Opens several tasks again, all of them or none, each once. */
export async function reopenTasks(
  store: TaskStore,
  input: { readonly tasks: readonly string[]; readonly reason?: string | undefined },
  act: Act,
): Promise<TaskResult<readonly TaskView[]>> {
  const ids = await wholeIds(store, input.tasks);
  if (!ids.ok) return ids;
  return together(ids.value, (task) => reopenTask(store, { task, reason: input.reason }, act));
}

/** Opens a closed task again; the reason becomes a comment. No agent starts on it until it is assigned again. */
export async function reopenTask(store: TaskStore, input: ReopenInput, act: Act): Promise<TaskResult<ReopenedTask>> {
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const { id } = task.value;
  const change = () => open(store, { ...input, task: task.value }, act);
  const opened = await withConsequences(store, { ids: [id], change }, act);
  return opened.ok ? ok({ ...(await store.view(id)), consequences: opened.value.consequences }) : opened;
}

/** A task that is open again, with what that means for others. */
export type ReopenedTask = TaskView & { readonly consequences: Consequences };

async function open(
  store: TaskStore,
  { task, reason }: Omit<ReopenInput, 'task'> & { readonly task: Task },
  act: Act,
): Promise<TaskResult<unknown>> {
  const opened = await markOpen(store, task, act);
  if (!opened.ok) return opened;
  return reason === undefined ? ok(undefined) : addComment(store, { task: task.id, text: reason }, act);
}
