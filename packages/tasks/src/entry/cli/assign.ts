import type { CliAnswer, CliContext, CliInput } from '@cw/entry';
import { ok } from '@cw/kernel';
import { assignTasks } from '../../commands/assign-tasks.ts';
import { run } from '../../run.ts';
import { refuse } from '../refusals.ts';
import { taskAnswer, taskLine } from './task-answer.ts';

/** `cw assign`: answers the task where one was named, and a list where several were. */
export async function assign(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = { tasks: input.argumentList('tasks'), to: input.option('to') };
  const assigned = await run(context.workspace, assignTasks, wanted, await context.act());
  if (!assigned.ok) return refuse(assigned);
  const items = assigned.value;
  const [first] = items;
  if (first && items.length === 1) return ok(taskAnswer(first, 'Assigned'));
  return ok({
    data: { items, total: items.length, nextCursor: null },
    ids: items.map((task) => task.id),
    text: (style) => items.map((task) => `Assigned ${taskLine(task, style)}`).join('\n'),
  });
}
