import { type CliContext, type CliInput, type Refusal, toRefusal, typedFilters } from '@cw/entry';
import { err, idPrefixes, ok, type Result } from '@cw/kernel';
import { findItem, inboxRefusals, itemKinds, listItems } from '@cw/messages';
import { wholeIds } from '@cw/tasks';

const filters = ['kind', 'project', 'task'];
const mostItems = 500;

/** The items that a line is about: those it names, or with `--all` the open ones that its filters mean. */
export async function itemsNamed(input: CliInput, context: CliContext): Promise<Result<readonly string[], Refusal>> {
  const named = input.argumentList('items');
  const typed = typedFilters(input, filters);
  if (!input.flag('all')) {
    if (named.length === 0) return err(noItems('Give their ids, or --all.'));
    return typed === '' ? ok(named) : err(noItems(`${typed} only works with --all.`));
  }
  if (named.length > 0) return err(noItems('Give their ids, or --all, not both.'));
  const { read } = context.workspace.storage;
  const place = await wholeIds(read, { task: input.option('task'), project: input.option('project') });
  if (!place.ok) return place;
  const kind = itemKinds.find((known) => known === input.option('kind'));
  const listed = await listItems(read, { ...place.value, kind, limit: mostItems });
  if (!listed.ok) return err(toRefusal(inboxRefusals, listed.error));
  const { items } = listed.value;
  return items.length > 0
    ? ok(items.map(({ id }) => id))
    : err(noItems(`Nothing that waits for you matches ${typed || '--all'}.`, 'not-found'));
}

/** The same with the answer, which is the last word of the line where that names no item. */
export async function itemsAndChoice(
  input: CliInput,
  context: CliContext,
): Promise<Result<{ readonly items: readonly string[]; readonly choice: string | undefined }, Refusal>> {
  const words = input.argumentList('items');
  const all = input.flag('all');
  const last = words.at(-1);
  const isChoice =
    last !== undefined && (all ? words.length === 1 : words.length > 1 && !(await isItem(words, context)));
  const named = isChoice ? words.slice(0, -1) : words;
  const items = await itemsNamed({ ...input, argumentList: () => named }, context);
  return items.ok ? ok({ items: items.value, choice: isChoice ? last : undefined }) : items;
}

/** Whether the last word is an item like the others: an answer that the first one takes is none. */
async function isItem(words: readonly string[], { workspace }: CliContext): Promise<boolean> {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (last.toLowerCase().startsWith(`${idPrefixes.inboxItem}_`)) return true;
  const { read } = workspace.storage;
  const item = await findItem(read, first);
  if (item.ok && item.value.choices.some(({ name }) => name === last)) return false;
  return words.length > 1 && (await findItem(read, last)).ok;
}

function noItems(hint: string, kind: 'usage' | 'not-found' = 'usage'): Refusal {
  return {
    code: kind === 'usage' ? 'inbox.which' : 'inbox.none',
    message: kind === 'usage' ? 'It is not clear which items are meant; nothing was changed.' : hint,
    hint: kind === 'usage' ? hint : undefined,
    kind,
  };
}
