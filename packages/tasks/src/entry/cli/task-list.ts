import { type CliAnswer, type CliContext, type CliInput, moreNote } from '@cw/entry';
import { type Err, ok } from '@cw/kernel';
import type { TaskFailure } from '../../model/task-failure.ts';
import { listTasks } from '../../queries/list-tasks.ts';
import { filterOptions } from './filter-options.ts';
import { readFilter } from './list-filter.ts';
import { taskTable } from './task-table.ts';
import { typedLimit } from './typed-limit.ts';

/** `cw task list`. */
export async function taskList(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { storage, clock } = context.workspace;
  const limit = typedLimit(input, context);
  if (!limit.ok) return refused(limit);
  const filter = await readFilter(input, context, filterOptions);
  if (!filter.ok) return refused(filter);
  const wanted = {
    ...filter.value,
    sort: input.option('sort'),
    reverse: input.flag('reverse'),
    limit: limit.value,
    cursor: input.option('cursor'),
  };
  if (input.flag('tree')) return (await import('./task-tree.ts')).taskTree(wanted, context);
  const page = await listTasks(storage.read, wanted);
  if (!page.ok) return refused(page);
  const told = page.value.items.length > 0 || context.json;
  const nothing = told ? '' : await (await import('./empty-text.ts')).emptyList(input, context);
  return ok({
    data: page.value,
    ids: page.value.items.map((task) => task.id),
    text: (style) =>
      page.value.items.length === 0
        ? nothing
        : taskTable(page.value, { style, width: context.width, now: clock.now(), due: asksForDue(input) }),
    note: moreNote(page.value),
  });
}

function asksForDue(input: CliInput): boolean {
  const dated = input.option('due-before') ?? input.option('due-after');
  return input.flag('overdue') || dated !== undefined || /due/.test(input.option('sort') ?? '');
}

/** Words for failures are read where there is one. */
async function refused(failed: Err<TaskFailure>): Promise<CliAnswer> {
  return (await import('../refusals.ts')).refuse(failed);
}
