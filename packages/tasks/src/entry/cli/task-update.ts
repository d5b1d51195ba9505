import type { CliAnswer, CliContext, CliInput } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { type UpdateTaskInput, updateTask } from '../../commands/update-task.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import { type TaskStatus, taskStatuses } from '../../model/task-view.ts';
import { taskDeps } from '../../task-deps.ts';
import { refuse } from '../refusals.ts';
import { taskAnswer } from './task-answer.ts';
import { typedDescription } from './typed-input.ts';
import { typedLabels } from './typed-labels.ts';

/** `cw task update`. */
export async function taskUpdate(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = await readWanted(input, context);
  if (!wanted.ok) return refuse(wanted);
  const updated = await updateTask(taskDeps(context.workspace), wanted.value, await context.act());
  return updated.ok ? ok(taskAnswer(updated.value, 'Updated')) : refuse(updated);
}

async function readWanted(input: CliInput, context: CliContext): Promise<Result<UpdateTaskInput, TaskFailure>> {
  const description = await typedDescription(input, context);
  if (!description.ok) return description;
  const status = readStatus(input.option('status'));
  if (!status.ok) return status;
  const revision = readRevision(input.option('revision'));
  if (!revision.ok) return revision;
  return ok({
    task: input.argument('task'),
    holder: await context.holder(),
    revision: revision.value,
    title: input.option('title'),
    description: description.value,
    acceptance: input.option('acceptance'),
    priority: input.option('priority'),
    type: input.option('type'),
    labels: typedLabels(input),
    addLabels: typedLabels(input, 'add-label'),
    removeLabels: typedLabels(input, 'remove-label'),
    parent: emptyIsNone(input.option('parent')),
    project: emptyIsNone(input.option('project')),
    assignee: emptyIsNone(input.option('assignee')),
    script: emptyIsNone(input.option('script')),
    status: status.value,
    reason: input.option('reason'),
  });
}

function readStatus(text: string | undefined): Result<TaskStatus | undefined, TaskFailure> {
  if (text === undefined) return ok(undefined);
  const status = taskStatuses.find((known) => known === text);
  return status ? ok(status) : err({ kind: 'task.bad-status', text });
}

function readRevision(text: string | undefined): Result<number | undefined, TaskFailure> {
  if (text === undefined) return ok(undefined);
  if (/^\d{1,9}$/.test(text)) return ok(Number(text));
  return err({ kind: 'list.bad-filter', filter: 'revision', text, known: ['the number that cw task show tells'] });
}

function emptyIsNone(text: string | undefined): string | null | undefined {
  return text === '' ? null : text;
}
