import { type Act, err, ok, type Result } from '@cw/kernel';
import type { MailStore } from '../adapters/mail-store.ts';
import type { Mailbox, MailFailure, MailView } from '../model/mail.ts';

/** Messages that are given at once; the rest is there at the next call. */
const mostAtOnce = 20;

/** Gives a run what there is to be read for it, for its agent and for its role, which has been read by that. */
export async function readOwnMail(store: MailStore, act: Act): Promise<readonly MailView[]> {
  const run = await store.run(act.runId ?? act.actor.id);
  const unread = run === undefined ? [] : await store.unread(run, mostAtOnce);
  if (unread.length > 0) await markRead(store, unread, act);
  return unread;
}

export type MessageRead = { readonly message: MailView; readonly thread: readonly MailView[] };

/** A message with its thread. It has been read by that if it is for who asks; looking at another's changes nothing. */
export async function readMessage(
  store: MailStore,
  named: string,
  act: Act,
): Promise<Result<MessageRead, MailFailure>> {
  const found = await store.find(named);
  if (!found.ok) return found;
  const { id, threadId, readAt, recipient } = found.value;
  const isNews = readAt === null && isOf({ kind: 'person', id: act.actor.id }, recipient);
  if (isNews) await markRead(store, [found.value], act);
  const message = isNews ? await store.find(id) : found;
  return message.ok ? ok({ message: message.value, thread: await store.thread(threadId) }) : message;
}

/** Notes that a person has read what there is for them in a thread. Answers how many that were. */
export async function readThreadOf(store: MailStore, message: string, act: Act): Promise<Result<number, MailFailure>> {
  const found = await store.find(message);
  if (!found.ok) return found;
  const unread = act.actor.kind === 'run' ? [] : await store.unreadIn(found.value.threadId, act.actor.id);
  await markRead(store, unread, act);
  return ok(unread.length);
}

/**
 * Notes that a person has still to read a message that is for them, or, of a thread by another of its messages, the newest
 * that is. Answers that one.
 */
export async function markUnread(store: MailStore, message: string, act: Act): Promise<Result<MailView, MailFailure>> {
  const found = await store.find(message);
  if (!found.ok) return found;
  const isOwn = isOf({ kind: 'person', id: act.actor.id }, found.value.recipient);
  const own = isOwn ? found.value : await store.newestIn(found.value.threadId, act.actor.id);
  if (own === undefined) return err({ kind: 'message.not-yours', message: found.value.id });
  if (own.readAt === null) return ok(own);
  await store.markUnread(own.id);
  const { id, threadId, recipient } = own;
  await store.append({ type: 'message.marked-unread', entity: id, payload: { threadId, recipient } }, act);
  return store.find(id);
}

function isOf(mailbox: Mailbox, recipient: MailView['recipient']): boolean {
  return mailbox.kind === recipient.kind && mailbox.id === recipient.id;
}

async function markRead(store: MailStore, read: readonly MailView[], act: Act): Promise<void> {
  await store.markRead(read.map(({ id }) => id));
  for (const { id, threadId, recipient } of read) {
    await store.append({ type: 'message.read', entity: id, payload: { threadId, recipient } }, act);
  }
}
