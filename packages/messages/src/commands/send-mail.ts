import { type Act, err, ok, type Result } from '@cw/kernel';
import { type MailFailure, type MailView, mostUnreadOfRun, type Party } from '../model/mail.ts';
import { parseExpiry, parseMessage, parsePriority } from '../model/mail-rules.ts';
import type { MailStore } from '../ports/mail-store.ts';

export type SendInput = {
  /** A run, an agent, a role or a person, as {@link MailStore.recipient} takes it; absent: whoever sent what is replied to. */
  readonly to?: string | undefined;
  readonly text: string;
  /** By its id, or the start of it. @defaultValue the task of the run that sends, or of what is replied to */
  readonly task?: string | undefined;
  readonly priority?: string | undefined;
  /** `2h`, `3d`: after that nobody is given it any more. */
  readonly expires?: string | undefined;
  /** The message that this answers; it goes into the same thread. */
  readonly replyTo?: string | undefined;
};

/** Puts a message into a mailbox. */
export async function sendMail(
  store: MailStore,
  { id, ...input }: SendInput & { readonly id: string },
  act: Act,
): Promise<Result<MailView, MailFailure>> {
  const text = parseMessage(input.text);
  if (!text.ok) return text;
  const priority = parsePriority(input.priority);
  if (!priority.ok) return priority;
  const expiresAt = parseExpiry(input.expires, store.at);
  if (!expiresAt.ok) return expiresAt;
  const from = await senderFor(store, act);
  if (!from.ok) return from;
  const { taskId: ownTask, ...sender } = from.value;
  const before = input.replyTo === undefined ? undefined : await store.find(input.replyTo);
  if (before?.ok === false) return before;
  const taskId = input.task === undefined ? (ownTask ?? before?.value.taskId ?? null) : await store.taskId(input.task);
  if (taskId === undefined) return err({ kind: 'message.unknown-task', task: input.task ?? '' });
  const recipient = await recipientFor(store, input.to, before?.value);
  if (!recipient.ok) return recipient;
  const threadId = before?.value.threadId ?? id;
  const { kind, id: recipientId } = recipient.value;
  const told = { threadId, sender, recipient: { kind, id: recipientId }, taskId, priority: priority.value };
  await store.insert({ ...told, id, text: text.value, expiresAt: expiresAt.value });
  await store.append({ type: 'message.sent', entity: id, payload: told }, act);
  return store.find(id);
}

type From = MailView['sender'] & { readonly taskId: string | null };

async function senderFor(store: MailStore, { actor, runId }: Act): Promise<Result<From, MailFailure>> {
  if (actor.kind !== 'run') return ok({ kind: 'person', id: actor.id, name: actor.name, taskId: null });
  const id = runId ?? actor.id;
  const unread = await store.unreadFrom(id);
  return unread >= mostUnreadOfRun ? err({ kind: 'message.too-many', unread }) : ok(await store.senderOf(id));
}

async function recipientFor(
  store: MailStore,
  to: string | undefined,
  before: MailView | undefined,
): Promise<Result<Pick<Party, 'kind' | 'id'>, MailFailure>> {
  if (to !== undefined && to.trim() !== '') return store.recipient(to);
  if (before === undefined) return err({ kind: 'message.no-recipient' });
  const { kind, id } = before.sender;
  if (kind === 'system') return err({ kind: 'message.no-recipient' });
  return kind === 'run' ? store.recipient(id) : ok({ kind, id });
}
