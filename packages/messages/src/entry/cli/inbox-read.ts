import { age, type CliRun, moreNote, plainLine, textTable, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { findProject } from '@cw/projects';
import { createInbox } from '../../messages.module.ts';
import { itemKinds } from '../../model/item.ts';
import { inboxRefusals } from '../refusals.ts';
import { itemText, paintKind } from './inbox-text.ts';

export const inboxList: CliRun = async (input, context) => {
  const { workspace, width } = context;
  const project = input.option('project');
  const found = project === undefined ? undefined : await findProject(workspace.storage.read, workspace.home, project);
  if (found && !found.ok) {
    const hint = 'cw project list shows all of them.';
    return err({ code: found.error.kind, message: `There is no one project “${project}”.`, hint, kind: 'not-found' });
  }
  const limit = input.option('limit');
  const ended = input.flag('ended');
  const listed = await createInbox(workspace).list({
    open: !ended,
    kind: itemKinds.find((kind) => kind === input.option('kind')),
    projectId: found?.value.id,
    taskId: input.option('task'),
    limit: limit === undefined ? undefined : Number(limit),
    cursor: input.option('cursor'),
  });
  if (!listed.ok) return err(toRefusal(inboxRefusals, listed.error));
  const page = listed.value;
  const now = workspace.clock.now();
  return ok({
    data: page,
    ids: page.items.map(({ id }) => id),
    text: (style) =>
      page.items.length === 0
        ? ended
          ? 'Nothing has been answered yet.'
          : 'Nothing waits for you.'
        : textTable(
            [
              { title: 'ID', value: (item) => item.id, paint: style.dim },
              { title: 'KIND', value: (item) => item.kind, paint: (cell, item) => paintKind(item.kind, style)(cell) },
              { title: 'SINCE', value: (item) => age(Date.parse(item.createdAt), now), align: 'right' },
              ...(ended ? [{ title: 'STATE', value: (item: (typeof page.items)[number]) => item.state }] : []),
              { title: 'WHAT', value: (item) => plainLine(item.title), flexible: true },
              { title: 'TASK', value: (item) => plainLine(item.taskTitle ?? ''), flexible: true },
            ],
            page.items,
            { width, head: style.dim },
          ),
    note: moreNote(page),
  });
};

export const inboxShow: CliRun = async (input, context) => {
  const found = await createInbox(context.workspace).show(input.argument('item'));
  if (!found.ok) return err(toRefusal(inboxRefusals, found.error));
  const now = context.workspace.clock.now();
  return ok({ data: found.value, ids: [found.value.id], text: (style) => itemText(found.value, style, now) });
};
