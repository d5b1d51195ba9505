import { type Act, err, ok, type RunLimit, toIso } from '@cw/kernel';
import { parseSaidText } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import type { CommentView } from '../model/task-view.ts';
import { resolveTask, type TaskResult } from './task-work.ts';
import { withinLimit } from './within-limit.ts';

export type CommentInput = {
  readonly task: string;
  readonly text: string;
  /** The comment of the same task that it answers. */
  readonly replyTo?: string | undefined;
  /** How many of them the run that acts may make; absent: any number. */
  readonly limit?: RunLimit | undefined;
};

/** Says something about a task, for everyone who reads it. */
export async function addComment(store: TaskStore, input: CommentInput, act: Act): Promise<TaskResult<CommentView>> {
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const text = parseSaidText('comment', input.text);
  if (!text.ok) return text;
  const { id: taskId } = task.value;
  const allowed = await withinLimit(store, { taskId, type: 'task.commented', limit: input.limit }, act);
  if (!allowed.ok) return allowed;
  const author = act.actor.name;
  const replyTo = input.replyTo === undefined ? null : await store.findComment(task.value, input.replyTo);
  if (replyTo === undefined) return err({ kind: 'comment.not-found', ref: input.replyTo ?? '', taskId });
  const id = store.ids('comment');
  await store.addComment(task.value, { id, author, text: text.value, replyTo });
  await store.append({ type: 'task.commented', entity: taskId, payload: { commentId: id, replyTo } }, act);
  return ok({ id, taskId, author, text: text.value, replyTo, createdAt: toIso(store.at) });
}
