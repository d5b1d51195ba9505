import type { CliAnswer, CliContext, CliInput } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { together } from '../../commands/together.ts';
import { type UpdateTaskInput, updateTask } from '../../commands/update-task.ts';
import type { TaskHolder } from '../../model/claim-rules.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import { type TaskStatus, taskStatuses } from '../../model/task-view.ts';
import { run } from '../../run.ts';
import { refuse, refuseAll } from '../refusals.ts';
import { projectIn } from './project-of.ts';
import { tasksAnswer } from './task-answer.ts';
import { emptyIsNone, typedDescription, typedDetails, typedWithout } from './typed-input.ts';
import { typedLabels } from './typed-labels.ts';

/** `cw task update`. */
export async function taskUpdate(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = await readUpdates(input, context, await context.holder());
  if (!wanted.ok) return refuse(wanted);
  if (input.flag('edit') || (context.interactive && wanted.value.every(changesNothing))) {
    return (await import('./task-edit.ts')).taskEdit(wanted.value, context);
  }
  const asked = wanted.value.length;
  if (asked > 1 && input.option('revision') !== undefined) return oneRevision;
  const act = await context.act();
  const updated = await run(context.workspace, (store) => together(wanted.value, (one) => updateTask(store, one, act)));
  return updated.ok ? ok(tasksAnswer(updated.value, { said: 'Updated', asked })) : refuseAll(updated, asked);
}

function changesNothing({ task: _task, holder: _holder, revision: _revision, ...changes }: UpdateTaskInput): boolean {
  return Object.values(changes).every((value) => value === undefined);
}

/** What a line says that is to be changed, once for each task it names. */
export async function readUpdates(
  input: CliInput,
  context: CliContext,
  holder: TaskHolder,
): Promise<Result<readonly UpdateTaskInput[], TaskFailure>> {
  const description = await typedDescription(input, context);
  if (!description.ok) return description;
  const details = await typedDetails(input, context);
  if (!details.ok) return details;
  const status = readStatus(input.option('status'));
  if (!status.ok) return status;
  const revision = readRevision(input.option('revision'));
  if (!revision.ok) return revision;
  const removeLabels = input.optionList('remove-label');
  const wanted = {
    ...details.value,
    holder,
    revision: revision.value,
    title: input.option('title'),
    description: description.value,
    acceptance: input.option('acceptance'),
    priority: input.option('priority'),
    type: input.option('type'),
    labels: typedLabels(input),
    addLabels: typedLabels(input, 'add-label'),
    ...(removeLabels.length > 0 ? { removeLabels } : {}),
    parent: emptyIsNone(input.option('parent')),
    project: projectIn(input),
    assignee: emptyIsNone(input.option('assignee')),
    status: status.value,
    reason: input.option('reason'),
    claim: input.flag('claim') ? true : undefined,
    ...typedWithout(input),
  };
  return ok(input.argumentList('tasks').map((task) => ({ ...wanted, task })));
}

function readStatus(text: string | undefined): Result<TaskStatus | undefined, TaskFailure> {
  if (text === undefined) return ok(undefined);
  const status = taskStatuses.find((known) => known === text);
  return status ? ok(status) : err({ kind: 'task.bad-status', text });
}

function readRevision(text: string | undefined): Result<number | undefined, TaskFailure> {
  if (text === undefined) return ok(undefined);
  if (/^\d{1,9}$/.test(text)) return ok(Number(text));
  return err({ kind: 'list.bad-filter', filter: 'revision', text, known: ['the number shown by cw task show'] });
}

const oneRevision: CliAnswer = err({
  code: 'usage.revision',
  message: 'A revision belongs to one task, but several were given.',
  hint: 'Update them one by one with --revision, or together in cw task batch.',
  kind: 'usage',
});
