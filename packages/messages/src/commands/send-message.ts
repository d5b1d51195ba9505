import { type Act, err, ok, type Result } from '@cw/kernel';
import type { MailStore } from '../adapters/mail-store.ts';
import { longestMessage, type MessageFailure, type MessageView, type NewMessage } from '../model/message.ts';

/** Keeps what somebody wrote to somebody. Answers its id. */
export async function sendMessage(
  store: MailStore,
  message: Omit<NewMessage, 'id'>,
  act: Act,
): Promise<Result<string, MessageFailure>> {
  const text = message.text.trim();
  if (text === '') return err({ kind: 'message.empty' });
  if (text.length > longestMessage) return err({ kind: 'message.too-long', most: longestMessage });
  const id = store.ids('message');
  const { threadId = id, senderKind, senderId, senderName, recipientKind, recipientId, taskId } = message;
  const sender = { kind: senderKind, id: senderId, name: senderName };
  const recipient = { kind: recipientKind, id: recipientId };
  await store.insert({ id, threadId, sender, recipient, taskId, priority: 2, text, expiresAt: null });
  const payload = { threadId, recipientKind, recipientId, taskId };
  await store.append({ type: 'message.sent', entity: id, payload }, act);
  return ok(id);
}

/** Notes that messages have reached who was to have them, each once. */
export async function deliverMessages(
  store: MailStore,
  messages: readonly Pick<MessageView, 'id' | 'recipientId' | 'taskId'>[],
  act: Act,
): Promise<void> {
  for (const { id, recipientId, taskId } of messages) {
    if (!(await store.markDelivered(id))) continue;
    await store.append({ type: 'message.delivered', entity: id, payload: { recipientId, taskId } }, act);
  }
}
