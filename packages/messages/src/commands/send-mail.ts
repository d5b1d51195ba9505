import { type Act, err, ok, type Result } from '@cw/kernel';
import type { MailStore } from '../adapters/mail-store.ts';
import type { MailFailure, MailView, Party } from '../model/mail.ts';
import type { PlacedRun } from '../model/mail-reach.ts';
import { parseExpiry, parseMessage, parsePriority } from '../model/mail-rules.ts';

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

/** Puts a message into a mailbox. What a run writes stays in its reach, and within the number that it may send. */
export async function sendMail(store: MailStore, input: SendInput, act: Act): Promise<Result<MailView, MailFailure>> {
  const text = parseMessage(input.text);
  if (!text.ok) return text;
  const priority = parsePriority(input.priority);
  if (!priority.ok) return priority;
  const expiresAt = parseExpiry(input.expires, store.at);
  if (!expiresAt.ok) return expiresAt;
  const from = await senderFor(store, act);
  if (!from.ok) return from;
  const { run, sender } = from.value;
  const before = input.replyTo === undefined ? undefined : await repliedTo(store, input.replyTo, run);
  if (before?.ok === false) return before;
  const ownTask = run?.taskId ?? before?.value.taskId ?? null;
  const taskId = input.task === undefined ? ownTask : await store.taskId(input.task);
  if (taskId === undefined) return err({ kind: 'message.unknown-task', task: input.task ?? '' });
  const recipient = await recipientFor(store, { to: input.to, before: before?.value, run });
  if (!recipient.ok) return recipient;
  const id = store.ids('message');
  const threadId = before?.value.threadId ?? id;
  const { kind, id: recipientId } = recipient.value;
  const told = { threadId, sender, recipient: { kind, id: recipientId }, taskId, priority: priority.value };
  await store.insert({ ...told, id, text: text.value, expiresAt: expiresAt.value });
  await store.append({ type: 'message.sent', entity: id, payload: told }, act);
  return store.find(id);
}

/** `run` is null where a person sends it. */
type From = { readonly sender: MailView['sender']; readonly run: PlacedRun | null };

async function senderFor(store: MailStore, { actor, runId }: Act): Promise<Result<From, MailFailure>> {
  if (actor.kind !== 'run') return ok({ sender: { kind: 'person', id: actor.id, name: actor.name }, run: null });
  const id = runId ?? actor.id;
  const run = await store.run(id);
  if (run === undefined) return err({ kind: 'message.unknown-recipient', to: id, known: [] });
  const limit = await store.limitOf(run);
  if ((await store.sentBy(id)) >= limit.most) return err({ kind: 'run.limit-reached', what: 'messages', ...limit });
  return ok({ sender: { kind: 'run', id, name: await store.senderName(id) }, run });
}

/** What is replied to; for a run there is only what it may see. */
async function repliedTo(
  store: MailStore,
  message: string,
  run: PlacedRun | null,
): Promise<Result<MailView, MailFailure>> {
  const found = await store.find(message);
  if (run === null) return found;
  return found.ok && (await store.mayShow(found.value, run)) ? found : err({ kind: 'message.not-found', message });
}

type To = { readonly to: string | undefined; readonly before: MailView | undefined; readonly run: PlacedRun | null };

async function recipientFor(
  store: MailStore,
  { to, before, run }: To,
): Promise<Result<Pick<Party, 'kind' | 'id'>, MailFailure>> {
  const find = (word: string) => (run === null ? store.recipient(word) : store.recipientOfRun(word, run));
  if (to !== undefined && to.trim() !== '') return find(to);
  if (before === undefined) return err({ kind: 'message.no-recipient' });
  const { kind, id } = before.sender;
  if (kind === 'system') return err({ kind: 'message.no-recipient' });
  return kind === 'person' ? ok({ kind, id }) : find(`${kind}:${id}`);
}
