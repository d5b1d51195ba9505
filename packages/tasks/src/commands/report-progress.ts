import { type Act, ok, type RunLimit } from '@cw/kernel';
import { parseSaidText } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import { addComment } from './add-comment.ts';
import { knownTask, type TaskResult } from './task-work.ts';
import { withinLimit } from './within-limit.ts';

export type ProgressInput = {
  readonly taskId: string;
  readonly text: string;
  /** 0–100. */
  readonly percent?: number | undefined;
  readonly comment?: string | undefined;
  /** How many progress notes, and how many comments, the run that acts may make; absent: any number. */
  readonly limit?: RunLimit | undefined;
};

/** Tells how far the work on a task has come. It changes nothing about the task: only a result does. */
export async function reportProgress(store: TaskStore, input: ProgressInput, act: Act): Promise<TaskResult<void>> {
  const task = await knownTask(store, input.taskId);
  if (!task.ok) return task;
  const text = parseSaidText('progress', input.text);
  if (!text.ok) return text;
  const { taskId, limit } = input;
  const allowed = await withinLimit(store, { taskId, type: 'task.progressed', limit }, act);
  if (!allowed.ok) return allowed;
  await store.append(
    {
      type: 'task.progressed',
      entity: input.taskId,
      payload: { text: text.value, percent: input.percent ?? null },
    },
    act,
  );
  if (input.comment === undefined) return ok(undefined);
  const commented = await addComment(store, { task: taskId, text: input.comment, limit }, act);
  return commented.ok ? ok(undefined) : commented;
}
