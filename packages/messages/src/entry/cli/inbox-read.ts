import { age, type CliRun, moreNote, plainLine, shortId, textTable, toRefusal, typedFilters } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { type ItemView, itemKinds } from '../../model/item.ts';
import { findItem, listItems } from '../../queries/find-items.ts';
import { countOwnUnread } from '../../queries/find-mail.ts';
import { inboxRefusals } from '../refusals.ts';
import { itemText, paintKind } from './inbox-text.ts';
import { placeNamed } from './place-named.ts';

export const inboxList: CliRun = async (input, context) => {
  const { workspace, width } = context;
  const place = await placeNamed(input, context);
  if (!place.ok) return place;
  const limit = input.option('limit');
  const ended = input.flag('ended');
  const listed = await listItems(workspace.storage.read, {
    open: !ended,
    kind: itemKinds.find((kind) => kind === input.option('kind')),
    ...place.value,
    limit: limit === undefined ? undefined : Number(limit),
    cursor: input.option('cursor'),
  });
  if (!listed.ok) return err(toRefusal(inboxRefusals, listed.error));
  const page = listed.value;
  const filters = typedFilters(input, ['kind', 'project', 'task']);
  const unread = await countOwnUnread(workspace.storage.read);
  const mail = unread === 0 ? undefined : `Unread messages: ${unread} (cw message list --unread)`;
  const now = workspace.clock.now();
  return ok({
    data: page,
    ids: page.items.map(({ id }) => id),
    text: (style) =>
      page.items.length === 0
        ? noneText(ended, filters)
        : textTable(
            [
              { title: 'ID', value: (item) => item.id, short: (item) => shortId(item.id), paint: style.dim },
              { title: 'KIND', value: (item) => item.kind, paint: (cell, item) => paintKind(item.kind, style)(cell) },
              { title: 'SINCE', value: (item) => age(Date.parse(item.createdAt), now), align: 'right' },
              ...(ended ? [{ title: 'STATE', value: (item: (typeof page.items)[number]) => item.state }] : []),
              { title: 'WHAT', value: (item) => plainLine(item.title), flexible: true },
              ...(page.items.some(({ waiting }) => waiting > 0)
                ? [{ title: 'WAITING', value: (item: ItemView) => `${item.waiting || ''}`, align: 'right' as const }]
                : []),
              { title: 'TASK', value: (item) => plainLine(item.taskTitle ?? ''), flexible: true },
            ],
            page.items,
            { width, head: style.dim },
          ),
    note: [moreNote(page), mail].filter((note) => note !== undefined).join('\n') || undefined,
  });
};

function noneText(ended: boolean, filters: string): string {
  if (filters !== '') return `Nothing ${ended ? 'that has ended' : 'that waits for you'} matches ${filters}.`;
  return ended ? 'Nothing has been answered yet.' : 'Nothing waits for you.';
}

export const inboxShow: CliRun = async (input, context) => {
  const found = await findItem(context.workspace.storage.read, input.argument('item'));
  if (!found.ok) return err(toRefusal(inboxRefusals, found.error));
  const now = context.workspace.clock.now();
  return ok({ data: found.value, ids: [found.value.id], text: (style) => itemText(found.value, style, now) });
};
