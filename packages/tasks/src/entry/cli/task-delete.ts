import { type CliAnswer, type CliContext, type CliInput, plainLine } from '@cw/entry';
import { ok } from '@cw/kernel';
import { deleteTasks, restoreTasks } from '../../commands/trash-tasks.ts';
import { run } from '../../run.ts';
import { refuseAll } from '../refusals.ts';
import { tasksAnswer } from './task-answer.ts';

/** `cw task delete`. */
export async function taskDelete(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const refs = input.argumentList('tasks');
  const wanted = { cascade: input.flag('cascade'), holder: await context.holder() };
  const act = await context.act();
  const deleted = await run(context.workspace, deleteTasks, { ...wanted, tasks: refs }, act);
  if (!deleted.ok) return refuseAll(deleted, refs.length);
  const items = deleted.value;
  return ok({
    data: { items, total: items.length, nextCursor: null },
    ids: items.map((task) => task.id),
    text: (style) => items.map(({ id, title }) => `Moved to trash: ${style.cyan(id)}  ${plainLine(title)}`).join('\n'),
  });
}

/** `cw task restore`. */
export async function taskRestore(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const refs = input.argumentList('tasks');
  const act = await context.act();
  const restored = await run(context.workspace, restoreTasks, { tasks: refs }, act);
  if (!restored.ok) return refuseAll(restored, refs.length);
  return ok(tasksAnswer(restored.value, { said: 'Restored', asked: refs.length }));
}
