import { type CliAnswer, type CliContext, type CliInput, plainLine } from '@cw/entry';
import { ok } from '@cw/kernel';
import { guessedKind } from '@cw/task-formats';
import { addArtifact } from '../../commands/add-artifact.ts';
import { findTask } from '../../queries/find-task.ts';
import { getTask } from '../../queries/get-task.ts';
import { run } from '../../run.ts';
import { refuse } from '../refusals.ts';
import { taskAnswer } from './task-answer.ts';

/** `cw task artifact add`. */
export async function taskArtifactAdd(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const added = await run(context.workspace, addArtifact, readArtifact(input), await context.act());
  return added.ok ? ok(taskAnswer(added.value, 'Noted on')) : refuse(added);
}

/** What a line says that a task made or used. */
export function readArtifact(input: CliInput) {
  const value = input.argument('value');
  return { task: input.argument('task'), value, kind: input.option('kind') ?? guessedKind(value) };
}

/** `cw task artifact list`. */
export async function taskArtifactList(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { read } = context.workspace.storage;
  const id = await findTask(read, input.argument('task'));
  if (!id.ok) return refuse(id);
  const items = (await getTask(read, id.value))?.artifacts ?? [];
  return ok({
    data: { items, total: items.length, nextCursor: null },
    ids: items.map(({ value }) => value),
    text: (style) =>
      items.length === 0
        ? 'No artifacts.'
        : items.map(({ kind, value }) => `${style.dim(kind.padEnd(8))} ${plainLine(value)}`).join('\n'),
  });
}
