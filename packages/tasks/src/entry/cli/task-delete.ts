import { type CliAnswer, type CliContext, type CliInput, plainLine } from '@cw/entry';
import { ok } from '@cw/kernel';
import { deleteTasks, restoreTasks } from '../../commands/trash-tasks.ts';
import { run } from '../../run.ts';
import { refuseAll } from '../refusals.ts';
import { consequenceLines } from './consequence-lines.ts';
import { tasksAnswer, withOthers } from './task-answer.ts';

/** `cw task delete`. */
export async function taskDelete(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const refs = input.argumentList('tasks');
  const wanted = { cascade: input.flag('cascade'), holder: await context.holder() };
  const act = await context.act();
  const deleted = await run(context.workspace, deleteTasks, { ...wanted, tasks: refs }, act);
  if (!deleted.ok) return refuseAll(deleted, refs.length);
  const { deleted: items, consequences } = deleted.value;
  const ids = items.map((task) => task.id);
  return ok({
    data: { items, total: items.length, nextCursor: null, consequences },
    ids,
    text: (style) =>
      [
        ...items.map(({ id, title }) => `Moved to trash: ${style.cyan(id)}  ${plainLine(title)}`),
        ...consequenceLines(consequences, { gaveUp: ids, isDeleted: true }, style),
      ].join('\n'),
  });
}

/** `cw task restore`. */
export async function taskRestore(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const refs = input.argumentList('tasks');
  const act = await context.act();
  const restored = await run(context.workspace, restoreTasks, { tasks: refs }, act);
  if (!restored.ok) return refuseAll(restored, refs.length);
  const { restored: tasks, consequences } = restored.value;
  return ok(withOthers(tasksAnswer(tasks, { said: 'Restored', asked: refs.length }), consequences));
}
