import {
  age,
  type CliRun,
  moreNote,
  plainLine,
  plainText,
  type Style,
  shortId,
  textTable,
  toRefusal,
  typedFilters,
} from '@cw/entry';
import { err, type Instant, ok } from '@cw/kernel';
import { markUnread, readMessage } from '../../commands/read-mail.ts';
import { sendMail } from '../../commands/send-mail.ts';
import type { MailView, Party } from '../../model/mail.ts';
import { listMailbox } from '../../queries/find-mail.ts';
import { mail } from '../../run.ts';
import { mailRefusals } from '../mail-refusals.ts';
import { placeNamed, runNamed } from './place-named.ts';

/** `cw message send` */
export const messageSend: CliRun = async (input, context) => {
  const typed = input.argument('text');
  const place = await placeNamed(input, context);
  if (!place.ok) return place;
  const sent = await mail().run(
    context.workspace,
    sendMail,
    {
      to: input.argument('to'),
      text: typed === '-' ? await context.stdin() : typed,
      task: place.value.taskId,
      priority: input.option('priority'),
      expires: input.option('expires'),
      replyTo: input.option('reply-to'),
    },
    await context.act(),
  );
  if (!sent.ok) return err(toRefusal(mailRefusals, sent.error));
  const { id, recipient } = sent.value;
  return ok({
    data: sent.value,
    ids: [id],
    text: (style) => `${style.bold(id)} saved for ${partyName(recipient)}; ${whenGiven(recipient)}.`,
  });
};

function whenGiven({ kind }: Party): string {
  if (kind === 'run') return 'its agent gets it between two turns';
  if (kind === 'person') return 'cw message list shows it to them';
  return 'whoever has that role reads it the next time it checks its mail';
}

/** `cw message list` */
export const messageList: CliRun = async (input, context) => {
  const { workspace, width } = context;
  const limit = input.option('limit');
  const all = input.flag('all');
  const place = await placeNamed(input, context);
  if (!place.ok) return place;
  const run = await runNamed(input.option('run'), context);
  if (!run.ok) return run;
  const listed = await listMailbox(workspace.storage.read, {
    mailbox: all ? 'all' : 'own',
    unread: input.flag('unread'),
    taskId: place.value.taskId,
    runId: run.value,
    limit: limit === undefined ? undefined : Number(limit),
    cursor: input.option('cursor'),
  });
  if (!listed.ok) return err(toRefusal(mailRefusals, listed.error));
  const page = listed.value;
  const filters = typedFilters(input, ['task', 'run', '[unread]']);
  const now = workspace.clock.now();
  return ok({
    data: page,
    ids: page.items.map(({ id }) => id),
    text: (style) =>
      page.items.length === 0
        ? filters === ''
          ? 'No messages.'
          : `No messages match ${filters}.`
        : textTable(
            [
              { title: 'ID', value: (item) => item.id, short: (item) => shortId(item.id), paint: style.dim },
              { title: 'SINCE', value: (item) => age(Date.parse(item.createdAt), now), align: 'right' },
              { title: 'FROM', value: ({ sender }) => plainLine(sender.name) },
              { title: 'TO', value: ({ recipient }) => partyName(recipient) },
              { title: 'STATE', value: (item) => stateOf(item, now) },
              { title: 'TEXT', value: (item) => plainLine(item.text), flexible: true },
            ],
            page.items,
            { width, head: style.dim },
          ),
    note: moreNote(page),
  });
};

/** `cw message show` */
export const messageShow: CliRun = async (input, context) => {
  const read = await mail().run(context.workspace, readMessage, input.argument('message'), await context.act());
  if (!read.ok) return err(toRefusal(mailRefusals, read.error));
  const { message, thread } = read.value;
  const now = context.workspace.clock.now();
  return ok({
    data: read.value,
    ids: [message.id],
    text: (style) => thread.map((each) => messageText(each, { style, now })).join('\n\n'),
  });
};

/** `cw message unread` */
export const messageUnread: CliRun = async (input, context) => {
  const marked = await mail().run(context.workspace, markUnread, input.argument('message'), await context.act());
  if (!marked.ok) return err(toRefusal(mailRefusals, marked.error));
  const { id } = marked.value;
  return ok({ data: marked.value, ids: [id], text: (style) => `${style.bold(id)} is unread.` });
};

function messageText(message: MailView, { style, now }: { readonly style: Style; readonly now: Instant }): string {
  const { id, sender, recipient, priority, taskId, createdAt } = message;
  const about = taskId === null ? '' : `, about ${taskId}`;
  const head = `${style.bold(plainLine(sender.name))} to ${partyName(recipient)}${about}`;
  const when = age(Date.parse(createdAt), now);
  return `${head}  ${style.dim(`${id}, ${priority}, ${when}, ${stateOf(message, now)}`)}\n${plainText(message.text)}`;
}

function partyName({ kind, id, name }: Party): string {
  if (kind === 'run') return id;
  return kind === 'role' ? `any ${plainLine(name)}` : plainLine(name);
}

function stateOf({ readAt, deliveredAt, expiresAt }: MailView, now: Instant): string {
  if (readAt !== null) return 'read';
  if (deliveredAt !== null) return 'delivered';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'unread';
}
