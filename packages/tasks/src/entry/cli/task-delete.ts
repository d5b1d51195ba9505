import { type CliAnswer, type CliContext, type CliInput, plainLine } from '@cw/entry';
import { ok } from '@cw/kernel';
import { deleteTask, restoreTask } from '../../commands/delete-task.ts';
import { taskDeps } from '../../task-deps.ts';
import { refuse } from '../refusals.ts';
import { taskAnswer } from './task-answer.ts';

/** `cw task delete`. */
export async function taskDelete(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = {
    task: input.argument('task'),
    cascade: input.flag('cascade'),
    holder: await context.holder(),
  };
  const deleted = await deleteTask(taskDeps(context.workspace), wanted, await context.act());
  if (!deleted.ok) return refuse(deleted);
  const items = deleted.value;
  return ok({
    data: { items, total: items.length, nextCursor: null },
    ids: items.map((task) => task.id),
    text: (style) =>
      items.map(({ id, title }) => `Put into the trash: ${style.cyan(id)}  ${plainLine(title)}`).join('\n'),
  });
}

/** `cw task restore`. */
export async function taskRestore(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = { task: input.argument('task') };
  const restored = await restoreTask(taskDeps(context.workspace), wanted, await context.act());
  return restored.ok ? ok(taskAnswer(restored.value, 'Restored')) : refuse(restored);
}
