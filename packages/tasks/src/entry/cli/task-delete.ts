import { type CliAnswer, type CliContext, type CliInput, plainLine } from '@cw/entry';
import { ok } from '@cw/kernel';
import { deleteTask, restoreTask } from '../../commands/delete-task.ts';
import { together } from '../../commands/together.ts';
import { taskDeps } from '../../task-deps.ts';
import { refuseAll } from '../refusals.ts';
import { tasksAnswer } from './task-answer.ts';

/** `cw task delete`. */
export async function taskDelete(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const refs = input.argumentList('tasks');
  const wanted = { cascade: input.flag('cascade'), holder: await context.holder() };
  const act = await context.act();
  const deleted = await together(taskDeps(context.workspace), refs, (deps, task) =>
    deleteTask(deps, { ...wanted, task }, act),
  );
  if (!deleted.ok) return refuseAll(deleted, refs.length);
  const items = deleted.value.flat();
  return ok({
    data: { items, total: items.length, nextCursor: null },
    ids: items.map((task) => task.id),
    text: (style) =>
      items.map(({ id, title }) => `Put into the trash: ${style.cyan(id)}  ${plainLine(title)}`).join('\n'),
  });
}

/** `cw task restore`. */
export async function taskRestore(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const refs = input.argumentList('tasks');
  const act = await context.act();
  const restored = await together(taskDeps(context.workspace), refs, (deps, task) => restoreTask(deps, { task }, act));
  if (!restored.ok) return refuseAll(restored, refs.length);
  return ok(tasksAnswer(restored.value, { said: 'Restored', asked: refs.length }));
}
