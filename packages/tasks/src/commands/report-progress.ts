import { type Act, type IdSource, ok } from '@cw/kernel';
import { parseSaidText } from '../model/task-text.ts';
import { addCommentWithin } from './add-comment.ts';
import { knownTask, type TaskDeps, type TaskResult } from './task-work.ts';

export type ProgressInput = {
  readonly taskId: string;
  readonly text: string;
  /** 0–100. */
  readonly percent?: number | undefined;
  readonly comment?: string | undefined;
};

/** Tells how far the work on a task has come. It changes nothing about the task: only a result does. */
export function reportProgress(
  deps: { readonly transact: TaskDeps['transact']; readonly ids: IdSource },
  input: ProgressInput,
  act: Act,
): Promise<TaskResult<void>> {
  const id = deps.ids('comment');
  return deps.transact(async (store) => {
    const task = await knownTask(store, input.taskId);
    if (!task.ok) return task;
    const text = parseSaidText('progress', input.text);
    if (!text.ok) return text;
    await store.append(
      {
        type: 'task.progressed',
        entity: input.taskId,
        payload: { text: text.value, percent: input.percent ?? null },
      },
      act,
    );
    if (input.comment === undefined) return ok(undefined);
    const commented = await addCommentWithin(store, { id, taskId: input.taskId, text: input.comment }, act);
    return commented.ok ? ok(undefined) : commented;
  });
}
