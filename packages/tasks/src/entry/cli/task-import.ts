import { type CliAnswer, type CliContext, type CliInput, plainLine } from '@cw/entry';
import { ok } from '@cw/kernel';
import { importBeads } from '../../commands/import-beads.ts';
import { taskDeps } from '../../task-deps.ts';
import { refuse } from '../refusals.ts';

/** `cw task import`. */
export async function taskImport(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const bytes = await context.readInput(input.argument('file'));
  const wanted = { bytes, project: input.option('project') };
  const imported = await importBeads(taskDeps(context.workspace), wanted, await context.act());
  if (!imported.ok) return refuse(imported);
  const { created, updated, unchanged, skipped, warnings } = imported.value;
  return ok({
    data: imported.value,
    text: (style) =>
      [
        `${created} created, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped`,
        ...warnings.map((warning) => `${style.yellow('note')} ${plainLine(warning)}`),
      ].join('\n'),
  });
}
