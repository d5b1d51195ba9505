import { type CliAnswer, type CliContext, type CliInput, textTable } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { countKeys } from '../../model/count-keys.ts';
import { countBy, type TaskCount } from '../../queries/count-tasks.ts';
import { refuse } from '../refusals.ts';
import { filterOptions } from './filter-options.ts';
import { readFilter } from './list-filter.ts';

/** `cw task count`. */
export async function taskCount(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const named = input.optionList('by');
  const by = countKeys.find((key) => key === named[0]);
  if (named.length > (by === undefined ? 0 : 1)) {
    const filter = named.length === 1 ? 'field to count by' : 'single field to count by';
    return refuse(err({ kind: 'list.bad-filter', filter, text: named.join(', '), known: countKeys }));
  }
  const filter = await readFilter(input, context, filterOptions);
  if (!filter.ok) return refuse(filter);
  const all = filter.value.all === true || by === 'status' || by === 'state';
  const counted = await countBy(context.workspace.storage.read, { ...filter.value, all }, by);
  if (!counted.ok) return refuse(counted);
  const { items, total } = counted.value;
  return ok({
    data: { items, total, nextCursor: null },
    ids: [String(total)],
    text: (style) =>
      by === undefined
        ? String(total)
        : textTable<TaskCount>(
            [
              { title: by.toUpperCase(), value: ({ key }) => key ?? 'none' },
              { title: 'COUNT', value: ({ count }) => String(count), align: 'right' },
            ],
            items,
            { width: context.width, head: style.dim },
          ),
  });
}
