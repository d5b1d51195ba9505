import type { CliAnswer, CliContext, CliInput } from '@cw/entry';
import { ok } from '@cw/kernel';
import { closeTask } from '../../commands/close-task.ts';
import { reopenTask } from '../../commands/reopen-task.ts';
import { taskOutcomes } from '../../model/task-view.ts';
import { taskDeps } from '../../task-deps.ts';
import { refuse } from '../refusals.ts';
import { taskAnswer } from './task-answer.ts';

/** `cw task close`. */
export async function taskClose(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = {
    task: input.argument('task'),
    holder: await context.holder(),
    outcome: taskOutcomes.find((outcome) => outcome === input.option('outcome')),
    reason: input.option('reason'),
    force: input.flag('force'),
  };
  const closed = await closeTask(taskDeps(context.workspace), wanted, await context.act());
  return closed.ok ? ok(taskAnswer(closed.value, 'Closed')) : refuse(closed);
}

/** `cw task reopen`. */
export async function taskReopen(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const opened = await reopenTask(taskDeps(context.workspace), { task: input.argument('task') }, await context.act());
  return opened.ok ? ok(taskAnswer(opened.value, 'Opened again:')) : refuse(opened);
}
