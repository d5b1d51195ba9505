import { type CliAnswer, type CliContext, type CliInput, moreNote } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { listTasks } from '../../queries/list-tasks.ts';
import { refuse } from '../refusals.ts';
import { filterOptions } from './filter-options.ts';
import { readFilter } from './list-filter.ts';
import { taskTable } from './task-table.ts';
import { typedLimit } from './typed-limit.ts';

const day = 86_400_000;

/** `cw task stale`: the longest unchanged first. */
export async function taskStale(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { storage, clock } = context.workspace;
  const limit = typedLimit(input, context);
  if (!limit.ok) return refuse(limit);
  const text = input.option('days') ?? '30';
  const days = /^\d{1,5}d?$/.test(text) ? Number.parseInt(text, 10) : undefined;
  if (days === undefined)
    return refuse(err({ kind: 'list.bad-filter', filter: 'number of days', text, known: ['30'] }));
  const filter = await readFilter(input, context, filterOptions);
  if (!filter.ok) return refuse(filter);
  const unchanged = { sql: 't.updated_at < ?', params: [clock.now() - days * day] };
  const page = await listTasks(storage.read, {
    ...filter.value,
    also: [...(filter.value.also ?? []), unchanged],
    sort: 'updated',
    reverse: true,
    limit: limit.value,
    cursor: input.option('cursor'),
  });
  if (!page.ok) return refuse(page);
  const { items } = page.value;
  return ok({
    data: page.value,
    ids: items.map((task) => task.id),
    text: (style) =>
      items.length === 0
        ? `Every open task was changed within ${days} ${days === 1 ? 'day' : 'days'}.`
        : taskTable(page.value, { style, width: context.width, now: clock.now(), since: 'updated' }),
    note: moreNote(page.value),
  });
}
