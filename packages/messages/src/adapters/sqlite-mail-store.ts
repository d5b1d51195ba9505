import type { Tx } from '@cw/storage';
import { findTask } from '@cw/tasks';
import type { MailStore } from '../ports/mail-store.ts';
import { findMessage, newestInThread, unreadInThread, unreadMail } from '../queries/find-mail.ts';
import { findRecipient, mailboxOfRun } from '../queries/find-recipient.ts';

export function sqliteMailStore(tx: Tx): MailStore {
  return {
    at: tx.at,
    find: (message) => findMessage(tx, message),
    recipient: (to) => findRecipient(tx, to),
    senderOf: async (runId) => {
      const run = await tx.get<{ taskId: string | null; name: string | null }>(
        `SELECT r.task_id AS taskId, a.name FROM runs r LEFT JOIN agents a ON a.id = r.agent_id WHERE r.id = ?`,
        [runId],
      );
      return { kind: 'run', id: runId, name: run?.name ?? runId, taskId: run?.taskId ?? null };
    },
    taskId: async (task) => {
      const found = await findTask(tx, task);
      return found.ok ? found.value : undefined;
    },
    mailboxOf: (runId) => mailboxOfRun(tx, runId),
    unreadFrom: async (runId) => {
      const row = await tx.get<{ n: number }>(
        "SELECT count(*) AS n FROM messages WHERE sender_kind = 'run' AND sender_id = ? AND read_at IS NULL",
        [runId],
      );
      return row?.n ?? 0;
    },
    unread: (mailbox, most) => unreadMail(tx, mailbox, most),
    unreadIn: (threadId, personId) => unreadInThread(tx, threadId, personId),
    newestIn: (threadId, personId) => newestInThread(tx, threadId, personId),
    insert: async ({ id, threadId, sender, recipient, taskId, priority, text, expiresAt }) => {
      await tx.run(
        `INSERT INTO messages (id, thread_id, sender_kind, sender_id, sender_name, recipient_kind, recipient_id, task_id,
           priority, text, created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          ...[id, threadId, sender.kind, sender.id, sender.name, recipient.kind, recipient.id],
          ...[taskId, priority, text, tx.at, expiresAt],
        ],
      );
    },
    markRead: async (ids) => {
      for (const id of ids) {
        await tx.run('UPDATE messages SET read_at = ? WHERE id = ? AND read_at IS NULL', [tx.at, id]);
      }
    },
    markUnread: async (id) => {
      await tx.run('UPDATE messages SET read_at = NULL WHERE id = ?', [id]);
    },
    append: async (event, act) => {
      await tx.append(event, act);
    },
  };
}
