import { type CliAnswer, type CliContext, type CliInput, moreNote } from '@cw/entry';
import { ok } from '@cw/kernel';
import { parseQuery } from '../../model/parse-query.ts';
import { listTasks } from '../../queries/list-tasks.ts';
import { refuse } from '../refusals.ts';
import { taskTable } from './task-table.ts';
import { typedLimit } from './typed-limit.ts';
import { compiled } from './typed-query.ts';

/** `cw task query`. */
export async function taskQuery(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { storage, clock } = context.workspace;
  const limit = typedLimit(input, context);
  if (!limit.ok) return refuse(limit);
  const due = /due/.test(`${input.argument('query')} ${input.option('sort') ?? ''}`);
  const query = parseQuery(input.argument('query'));
  if (!query.ok) return refuse(query);
  const condition = await compiled(query.value, context);
  if (!condition.ok) return refuse(condition);
  const isTold = input.flag('all-projects') || condition.value.placed;
  const wanted = {
    projectId: isTold ? undefined : (await context.folderProject())?.id,
    all: input.flag('all') || condition.value.closedToo,
    also: [condition.value.condition],
    sort: input.option('sort'),
    reverse: input.flag('reverse'),
    limit: limit.value,
    cursor: input.option('cursor'),
  };
  if (input.flag('tree')) return (await import('./task-tree.ts')).taskTree(wanted, context);
  const page = await listTasks(storage.read, wanted);
  if (!page.ok) return refuse(page);
  const { items } = page.value;
  return ok({
    data: page.value,
    ids: items.map((task) => task.id),
    text: (style) => {
      if (items.length > 0) return taskTable(page.value, { style, width: context.width, now: clock.now(), due });
      return wanted.all ? 'No tasks match this query.' : 'No open tasks match this query. --all shows closed ones too.';
    },
    note: moreNote(page.value),
  });
}
