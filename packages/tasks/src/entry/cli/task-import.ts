import {
  adviceInTerminal,
  type CliAnswer,
  type CliContext,
  type CliInput,
  plainLine,
  type Style,
  toldToPrograms,
} from '@cw/entry';
import { ok } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { readFormats } from '@cw/task-formats';
import { type ImportAnswer, type ImportedRow, importTasks } from '../../commands/import-tasks.ts';
import { findProject } from '../../queries/find-project.ts';
import { bareProjectName } from '../../queries/project-name.ts';
import { transact } from '../../run.ts';
import { refuse } from '../refusals.ts';

/** `cw task import`. */
export async function taskImport(input: CliInput, context: CliContext): Promise<CliAnswer> {
  using source = await context.openInput(input.argument('file'));
  const ref = input.option('project');
  const wanted = {
    source,
    format: readFormats.find((known) => known === input.option('format')),
    project: ref,
    projectName: ref === undefined ? undefined : await nameOf(ref, context.workspace.storage.read),
    here: ref === undefined ? (await context.folderProject())?.id : undefined,
    partial: input.flag('partial'),
    dryRun: input.flag('dry-run'),
  };
  const imported = await importTasks(transact(context.workspace), wanted, await context.act());
  if (!imported.ok) return refuse(imported);
  const { briefly, ...answer } = imported.value;
  return ok({
    data: toldToPrograms(answer),
    text: (style) => reportOf({ ...answer, briefly }, style),
    ids: answer.tasks.flatMap((row) => (row.did === 'skipped' || row.id === null ? [] : [row.id])),
  });
}

async function nameOf(ref: string, read: ReadDb): Promise<string | undefined> {
  const project = await findProject(read, ref);
  return project.ok ? bareProjectName(read, project.value.id) : undefined;
}

const mostShown = 10;

function reportOf(answer: ImportAnswer, style: Style): string {
  const { created, updated, unchanged, skipped, refused, briefly, next, tasks } = answer;
  const counts = [`${created} created`, `${updated} updated`, `${unchanged} unchanged`, `${skipped} skipped`];
  if (refused.length > 0) counts.push(`${refused.length} could not be read`);
  const advice = adviceInTerminal({ next });
  const bad = refused.map(({ line, problem }) => `${style.red('bad ')} line ${line}: ${plainLine(problem)}`);
  return [
    `${counts.join(', ')}${answer.dryRun ? ' (dry run: nothing was written)' : ''}`,
    ...shortened(bad, 'bad ', style),
    ...shortened(
      tasks.flatMap((row) => changeLine(row)),
      'more',
      style,
    ),
    ...briefly.map((warning) => `${style.yellow('note')} ${plainLine(warning)}`),
    ...(advice === undefined ? [] : [`${style.dim('next')} ${plainLine(advice)}`]),
  ].join('\n');
}

/** What changed of a task that was here before. */
function changeLine(row: ImportedRow): readonly string[] {
  if (row.did !== 'updated') return [];
  return [`${plainLine(row.from)}: ${row.fields.join(', ')} changed`];
}

function shortened(lines: readonly string[], word: string, style: Style): readonly string[] {
  if (lines.length <= mostShown) return lines;
  const rest = `${lines.length - mostShown} more; --json shows all`;
  return [...lines.slice(0, mostShown), `${style.dim(word)} ${rest}`];
}
