import { type CliAnswer, type CliContext, type CliInput, plainLine, plainText, type Style } from '@cw/entry';
import { ok, tellTime } from '@cw/kernel';
import { decodeText } from '@cw/task-formats';
import { addCheckpoint } from '../../commands/add-checkpoint.ts';
import type { CheckpointView } from '../../model/task-view.ts';
import { findTask } from '../../queries/find-task.ts';
import { listCheckpoints } from '../../queries/task-checkpoints.ts';
import { run } from '../../run.ts';
import { refuse } from '../refusals.ts';

/** `cw task checkpoint add`. */
export async function taskCheckpointAdd(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const path = input.option('file');
  const text =
    path === undefined
      ? ok(input.optionalArgument('text') ?? '')
      : decodeText('checkpoint', await context.readInput(path));
  if (!text.ok) return refuse(text);
  const wanted = {
    task: input.argument('task'),
    type: input.option('type'),
    text: text.value,
    files: input.optionList('path'),
    commit: input.option('commit'),
  };
  const made = await run(context.workspace, addCheckpoint, wanted, await context.act());
  if (!made.ok) return refuse(made);
  const { id, taskId, sequence } = made.value;
  return ok({ data: made.value, ids: [id], text: (style) => `Checkpoint ${sequence} of ${style.cyan(taskId)}` });
}

/** `cw task checkpoint list`. */
export async function taskCheckpointList(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { read } = context.workspace.storage;
  const id = await findTask(read, input.argument('task'));
  if (!id.ok) return refuse(id);
  const page = await listCheckpoints(read, { taskId: id.value, type: input.option('type') });
  return ok({
    data: page,
    ids: page.items.map((checkpoint) => checkpoint.id),
    text: (style) =>
      page.items.length === 0 ? 'No checkpoints.' : checkpointLines(page.items, style).slice(1).join('\n'),
  });
}

/** Checkpoints for people, each behind an empty line. */
export function checkpointLines(checkpoints: readonly CheckpointView[], style: Style): readonly string[] {
  return checkpoints.flatMap(({ sequence, type, author, createdAt, commit, text, files }) => {
    const facts = [plainLine(author), tellTime(createdAt), ...(commit === null ? [] : [commit])];
    return [
      '',
      `${style.bold(`${sequence} ${type}`)} ${style.dim(facts.join(' · '))}`,
      plainText(text),
      ...(files.length === 0 ? [] : [style.dim(files.map(plainLine).join(', '))]),
    ];
  });
}
