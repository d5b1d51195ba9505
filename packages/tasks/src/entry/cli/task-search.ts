import { age, type CliAnswer, type CliContext, type CliInput, moreNote, plainLine, type Style } from '@cw/entry';
import { ok } from '@cw/kernel';
import { type FoundTask, type Snippet, searchTasks } from '../../queries/search-tasks.ts';
import { refuse } from '../refusals.ts';
import { filterOptions } from './filter-options.ts';
import { readFilter } from './list-filter.ts';
import { paintPriority, paintState } from './task-words.ts';
import { typedLimit } from './typed-limit.ts';

/** `cw task search`. */
export async function taskSearch(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { storage, clock } = context.workspace;
  const limit = typedLimit(input, context);
  if (!limit.ok) return refuse(limit);
  const filter = await readFilter(input, context, filterOptions);
  if (!filter.ok) return refuse(filter);
  const words = input.argumentList('words').join(' ');
  const wanted = { ...filter.value, words, limit: limit.value, cursor: input.option('cursor') };
  const page = await searchTasks(storage.read, wanted);
  if (!page.ok) return refuse(page);
  const { items, total, nextCursor } = page.value;
  return ok({
    data: { items: items.map(toldAsData), total, nextCursor },
    ids: items.map(({ row }) => row.id),
    text: (style) => {
      if (items.length === 0)
        return filter.value.all ? 'Nothing was found.' : 'Nothing found. --all searches closed tasks too.';
      return items.flatMap((found) => foundLines(found, { style, now: clock.now() })).join('\n');
    },
    note: moreNote(page.value),
  });
}

function toldAsData({ row, snippet }: FoundTask) {
  const text = snippet?.pieces.map((piece) => piece.text).join('');
  return { ...row, snippet: snippet === undefined ? null : { field: snippet.field, text } };
}

function foundLines({ row, snippet }: FoundTask, { style, now }: { style: Style; now: number }): readonly string[] {
  const facts = [paintPriority(row.priority, style), paintState(row.state, style), age(Date.parse(row.createdAt), now)];
  const head = `${style.cyan(row.id)}  ${style.bold(plainLine(row.title))}  ${facts.join(style.dim(' · '))}`;
  return snippet === undefined || snippet.field === 'title' ? [head] : [head, snippetLine(snippet, style)];
}

function snippetLine({ field, pieces }: Snippet, style: Style): string {
  const text = pieces.map(({ text, hit }) => (hit ? style.yellow(plainLine(text)) : plainLine(text))).join('');
  return `    ${style.dim(`${field}:`)} ${text}`;
}
