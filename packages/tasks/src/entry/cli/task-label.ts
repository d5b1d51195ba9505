import { type CliAnswer, type CliContext, type CliInput, plainLine, textTable } from '@cw/entry';
import { ok, type Result } from '@cw/kernel';
import { updateTask } from '../../commands/update-task.ts';
import type { TaskHolder } from '../../model/claim-rules.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import { findTask } from '../../queries/find-task.ts';
import { type LabelCount, listLabels } from '../../queries/list-labels.ts';
import { taskRow } from '../../queries/list-tasks.ts';
import { run } from '../../run.ts';
import { refuse } from '../refusals.ts';
import { taskAnswer } from './task-answer.ts';
import { separateLabels } from './typed-labels.ts';

/** `cw task label add`. */
export async function taskLabelAdd(input: CliInput, context: CliContext): Promise<CliAnswer> {
  return change(input, context, 'add');
}

/** `cw task label remove`. */
export async function taskLabelRemove(input: CliInput, context: CliContext): Promise<CliAnswer> {
  return change(input, context, 'remove');
}

async function change(input: CliInput, context: CliContext, verb: 'add' | 'remove'): Promise<CliAnswer> {
  const wanted = readLabels(input, verb, await context.holder());
  const before = verb === 'remove' ? await labelsOf(input.argument('task'), context) : [];
  const changed = await run(context.workspace, updateTask, wanted, await context.act());
  if (!changed.ok) return refuse(changed);
  const { labels } = changed.value;
  if (verb === 'remove' && labels.length === before.length) {
    context.note(
      `note  ${changed.value.id} has no such label: ${input.argumentList('labels').map(plainLine).join(', ')}`,
    );
  }
  const answer = taskAnswer(
    changed.value,
    labels.length === 0 ? 'No labels now:' : `Labels ${labels.map(plainLine).join(', ')}:`,
  );
  return ok(answer);
}

async function labelsOf(ref: string, { workspace }: CliContext): Promise<readonly string[]> {
  const { read } = workspace.storage;
  const id = await findTask(read, ref);
  return id.ok ? ((await taskRow(read, id.value))?.labels ?? []) : [];
}

/** What a line says that is to become of a task's labels. */
export function readLabels(input: CliInput, verb: 'add' | 'remove', holder: TaskHolder) {
  const given = input.argumentList('labels');
  const labels =
    verb === 'add'
      ? { addLabels: given.flatMap((text) => (text.trim() === '' ? [text] : separateLabels([text]))) }
      : { removeLabels: given };
  return { task: input.argument('task'), holder, ...labels };
}

/** `cw task label list`: the labels of one task, or all with how often they are used. */
export async function taskLabelList(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const counts = await readCounts(input.optionalArgument('task'), context);
  if (!counts.ok) return refuse(counts);
  const items = counts.value;
  return ok({
    data: { items, total: items.length, nextCursor: null },
    ids: items.map(({ label }) => label),
    text: (style) =>
      items.length === 0
        ? 'No labels.'
        : textTable<LabelCount>(
            [
              { title: 'LABEL', value: ({ label }) => label, paint: (cell) => style.magenta(cell), flexible: true },
              { title: 'OPEN', value: ({ open }) => String(open), align: 'right' },
              { title: 'ALL', value: ({ total }) => String(total), align: 'right' },
            ],
            items,
            { width: context.width, head: style.dim },
          ),
  });
}

async function readCounts(
  ref: string | undefined,
  { workspace }: CliContext,
): Promise<Result<readonly LabelCount[], TaskFailure>> {
  const { read } = workspace.storage;
  if (ref === undefined) return ok(await listLabels(read));
  const id = await findTask(read, ref);
  if (!id.ok) return id;
  const labels = (await taskRow(read, id.value))?.labels ?? [];
  return ok((await listLabels(read)).filter(({ label }) => labels.includes(label)));
}
