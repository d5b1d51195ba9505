import type { Act, IdSource, Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { sqliteMessageStore } from './adapters/sqlite-message-store.ts';
import { deliverMessages, sendMessage } from './commands/send-message.ts';
import type { MessageFailure, MessageView, NewMessage } from './model/message.ts';

/** Keeps a message, in a transaction that the caller holds. Answers its id. */
export function sendMessageStep(
  tx: Tx,
  { ids, ...message }: Omit<NewMessage, 'id'> & { readonly ids: IdSource },
  act: Act,
): Promise<Result<string, MessageFailure>> {
  return sendMessage(sqliteMessageStore(tx), { ...message, id: ids('message') }, act);
}

/** Notes that messages have reached who was to have them. */
export function deliverMessagesStep(
  tx: Tx,
  messages: readonly Pick<MessageView, 'id' | 'recipientId' | 'taskId'>[],
  act: Act,
): Promise<void> {
  return deliverMessages(sqliteMessageStore(tx), messages, act);
}
