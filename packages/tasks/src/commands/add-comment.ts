import { type Act, ok, toIso } from '@cw/kernel';
import { parseSaidText } from '../model/task-text.ts';
import type { CommentView } from '../model/task-view.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { knownTask, resolveTask, type TaskDeps, type TaskResult } from './task-work.ts';

/** Says something about a task, for everyone who reads it. */
export function addComment(
  deps: TaskDeps,
  input: { readonly task: string; readonly text: string },
  act: Act,
): Promise<TaskResult<CommentView>> {
  const id = deps.ids('comment');
  return deps.transact(async (store) => {
    const task = await resolveTask(store, input.task);
    return task.ok ? addCommentWithin(store, { id, taskId: task.value.id, text: input.text }, act) : task;
  });
}

/** The same inside a transaction that the caller holds. */
export async function addCommentWithin(
  store: TaskStore,
  input: { readonly id: string; readonly taskId: string; readonly text: string },
  act: Act,
): Promise<TaskResult<CommentView>> {
  const task = await knownTask(store, input.taskId);
  if (!task.ok) return task;
  const text = parseSaidText('comment', input.text);
  if (!text.ok) return text;
  const author = act.actor.name;
  await store.addComment(task.value, { id: input.id, author, text: text.value });
  await store.append(
    { type: 'task.commented', entity: input.taskId, payload: { commentId: input.id, replyTo: null } },
    act,
  );
  return ok({ id: input.id, taskId: input.taskId, author, text: text.value, createdAt: toIso(store.at) });
}
