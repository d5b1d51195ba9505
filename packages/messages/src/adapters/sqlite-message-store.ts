import type { Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { MessageStore } from '../ports/message-store.ts';

export function sqliteMessageStore(tx: Tx): MessageStore {
  return {
    insert: async ({ id, threadId = id, priority = 2, ...message }) => {
      const { senderKind, senderId, senderName, recipientKind, recipientId, taskId, text } = message;
      await tx.run(
        `INSERT INTO messages (id, thread_id, sender_kind, sender_id, sender_name, recipient_kind, recipient_id, task_id,
           priority, text, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [id, threadId, senderKind, senderId, senderName, recipientKind, recipientId, taskId, priority, text, tx.at],
      );
    },
    markDelivered: async (id) => {
      const row = await tx.get<{ id: string }>('SELECT id FROM messages WHERE id = ? AND delivered_at IS NULL', [id]);
      if (row === undefined) return false;
      await tx.run('UPDATE messages SET delivered_at = ? WHERE id = ?', [tx.at, id]);
      return true;
    },
    append: async (event, act) => {
      await append(tx, event, act);
    },
  };
}
