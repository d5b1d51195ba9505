import { type CliAnswer, type CliContext, type CliInput, plainLine } from '@cw/entry';
import { ok } from '@cw/kernel';
import { type ReplanAnswer, replan } from '../../commands/replan.ts';
import { run } from '../../run.ts';
import { refuse } from '../refusals.ts';
import { consequenceLines } from './consequence-lines.ts';
import { readDrafts } from './typed-drafts.ts';

/** `cw task replan`. */
export async function taskReplan(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const tasks = await readDrafts(context, input.option('file') ?? '-');
  if (!tasks.ok) return refuse(tasks);
  const wanted = { task: input.argument('task'), reason: input.option('reason') ?? '', tasks: tasks.value };
  const planned = await run(context.workspace, replan, wanted, await context.act());
  if (!planned.ok) return refuse(planned);
  const { created } = planned.value;
  return ok({
    data: planned.value,
    ids: created.map((task) => task.id),
    text: (style) =>
      [
        ...created.map((task) => `New       ${style.cyan(task.id)}  ${plainLine(task.title)}`),
        ...idLines(planned.value),
        ...consequenceLines(planned.value.consequences, { gaveUp: planned.value.replaced }, style),
      ].join('\n'),
  });
}

function idLines({ replaced, kept }: ReplanAnswer): readonly string[] {
  const line = (word: string, ids: readonly string[]) => (ids.length === 0 ? [] : [`${word}${ids.join(', ')}`]);
  return [...line('Replaced  ', replaced), ...line('Kept      ', kept)];
}
