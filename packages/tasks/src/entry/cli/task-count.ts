import { type CliAnswer, type CliContext, type CliInput, textTable } from '@cw/entry';
import { ok } from '@cw/kernel';
import { countBy, countKeys, type TaskCount } from '../../queries/count-tasks.ts';
import { refuse } from '../refusals.ts';
import { filterOptions } from './filter-options.ts';
import { readFilter } from './list-filter.ts';

/** `cw task count`. */
export async function taskCount(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const filter = await readFilter(input, context, filterOptions);
  if (!filter.ok) return refuse(filter);
  const by = countKeys.find((key) => key === input.option('by'));
  const counted = await countBy(context.workspace.storage.read, filter.value, by);
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
