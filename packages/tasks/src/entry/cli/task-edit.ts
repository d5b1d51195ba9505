import type { CliAnswer, CliContext } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { type UpdateTaskInput, updateTask } from '../../commands/update-task.ts';
import { findTask } from '../../queries/find-task.ts';
import { getTask } from '../../queries/get-task.ts';
import { run } from '../../run.ts';
import { refuse, taskRefusal } from '../refusals.ts';
import { editWords } from './edited-words.ts';
import { tasksAnswer } from './task-answer.ts';

/** Has a person edit the title and the description of one task. A change by somebody else meanwhile is not overwritten. */
export async function taskEdit(wanted: readonly UpdateTaskInput[], context: CliContext): Promise<CliAnswer> {
  const [asked, ...others] = wanted;
  if (asked === undefined || others.length > 0) return oneTask;
  const { read } = context.workspace.storage;
  const id = await findTask(read, asked.task);
  if (!id.ok) return refuse(id);
  const task = await getTask(read, id.value);
  if (task === undefined) return refuse(err({ kind: 'task.not-found', ref: asked.task }));
  const before = { title: asked.title ?? task.title, description: asked.description ?? task.description };
  const edited = await editWords(context, before);
  if (!edited.ok) return edited;
  const { done, kept, ...words } = edited.value;
  const change = { ...asked, ...words, revision: asked.revision ?? task.revision };
  const updated = await run(context.workspace, updateTask, change, await context.act());
  if (!updated.ok) return err(kept(taskRefusal(updated.error)));
  done();
  const said = updated.value.revision === task.revision ? 'Nothing changed in' : 'Updated';
  return ok(tasksAnswer([updated.value], { said, asked: 1 }));
}

const oneTask: CliAnswer = err({
  code: 'usage.edit',
  message: 'Only one task can be edited at a time, but several were given.',
  hint: 'Name one, or say what to change in all of them with options.',
  kind: 'usage',
});
