import type { CliContext, CliInput, CliOption } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import type { TaskFailure } from '../../model/task-failure.ts';
import type { TaskFilter } from '../../queries/task-filter.ts';
import { isGiven } from './given-options.ts';
import { typedLabels } from './typed-labels.ts';

/** Options that a filter takes as they are. */
const plain = new Set([
  'status',
  'state',
  'priority',
  'type',
  'label',
  'assignee',
  'text',
  'all',
  'trash',
  'all-projects',
]);

/** Options by words that anybody may add one to. */
const ofOpenWords = new Set(['label', 'any-label', 'not-label', 'type', 'assignee']);

/**
 * The filter that a line asks for. What of it is a query, or names other tasks, is read by code that is loaded for it.
 * @param options those of its options that are about the filter.
 */
export async function readFilter(
  input: CliInput,
  context: CliContext,
  options: readonly CliOption[],
): Promise<Result<TaskFilter, TaskFailure>> {
  const given = options.filter((option) => isGiven(input, option));
  const has = (name: string) => given.some((option) => option.name === name);
  const empty = given.find((option) => isEmpty(input, option));
  if (empty !== undefined) return err({ kind: 'list.empty-filter', filter: empty.name });
  const words = (name: string) => (has(name) ? input.optionList(name).flatMap((text) => text.split(',')) : undefined);
  const open = given.map(({ name }) => name).filter((name) => ofOpenWords.has(name));
  if (open.length > 0) await (await import('./unknown-words.ts')).tellUnknown(input, context, open);
  const nobody = has('assignee') && input.option('assignee') === 'none';
  const filter: TaskFilter = {
    status: words('status'),
    state: words('state'),
    priority: words('priority'),
    type: words('type'),
    labels: has('label') ? typedLabels(input) : undefined,
    assignee: has('assignee') && !nobody ? input.option('assignee') : undefined,
    text: has('text') ? input.option('text') : undefined,
    all: has('all'),
    deleted: has('trash'),
  };
  const further = given.filter(({ name }) => !plain.has(name) || (name === 'assignee' && nobody));
  const projectId = has('all-projects') ? undefined : (await context.folderProject())?.id;
  if (further.length === 0) return ok({ ...filter, projectId });
  const more = await (await import('./typed-query.ts')).typedQuery(input, context, further);
  if (!more.ok) return more;
  const { condition, closedToo, placed } = more.value;
  return ok({ ...filter, projectId: placed ? undefined : projectId, also: [condition], all: filter.all || closedToo });
}

/** Whether a filter was given no value: as a rule a variable of a script that is not set, which must not change what is listed. */
function isEmpty(input: CliInput, { name, value, repeatable }: CliOption): boolean {
  if (value === undefined) return false;
  const given = repeatable ? input.optionList(name) : [input.option(name) ?? ''];
  return given.every((text) => text.trim() === '');
}
