import type { Tx } from '@cw/storage';
import { findTask } from '@cw/tasks';
import { append } from '../append.ts';
import type { IsWalled } from '../model/mail-reach.ts';
import type { MailStore } from '../ports/mail-store.ts';
import { findMessage, newestInThread, readThread, unreadInThread } from '../queries/find-mail.ts';
import { findRecipient } from '../queries/find-recipient.ts';
import { mayShow, unreadOfRun } from '../queries/mail-of-run.ts';
import { placedRun } from '../queries/placed-runs.ts';
import { recipientOfRun } from '../queries/recipient-of-run.ts';
import { runLimit } from '../queries/run-limit.ts';

/** @param isWalled absent: of no run it is known whether it is kept in a sandbox */
export function sqliteMailStore(tx: Tx, isWalled: IsWalled = () => undefined): MailStore {
  return {
    at: tx.at,
    ids: tx.ids,
    find: (message) => findMessage(tx, message),
    recipient: (to) => findRecipient(tx, to),
    recipientOfRun: (to, from) => recipientOfRun(tx, to, { from, isWalled }),
    run: (id) => placedRun(tx, id),
    mayShow: (message, run) => mayShow(tx, message, { run, isWalled }),
    senderName: async (runId) => {
      const agent = await tx.get<{ name: string }>(
        'SELECT a.name FROM run_view r JOIN agent_view a ON a.id = r.agent_id WHERE r.id = ?',
        [runId],
      );
      return agent?.name ?? runId;
    },
    taskId: async (task) => {
      const found = await findTask(tx, task);
      return found.ok ? found.value : undefined;
    },
    sentBy: async (runId) => {
      const sent = "SELECT count(*) AS n FROM messages WHERE sender_kind = 'run' AND sender_id = ?";
      return (await tx.get<{ n: number }>(sent, [runId]))?.n ?? 0;
    },
    limitOf: (run) => runLimit(tx, 'messages', run),
    unread: (run, most) => unreadOfRun(tx, { run, isWalled }, most),
    unreadIn: (threadId, personId) => unreadInThread(tx, threadId, personId),
    newestIn: (threadId, personId) => newestInThread(tx, threadId, personId),
    thread: (threadId) => readThread(tx, threadId),
    insert: async ({ id, threadId, sender, recipient, taskId, priority, text, expiresAt }) => {
      await tx.run(
        `INSERT INTO messages (id, thread_id, sender_kind, sender_id, sender_name, recipient_kind, recipient_id, task_id,
           priority, text, created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          id,
          threadId,
          sender.kind,
          sender.id,
          sender.name,
          recipient.kind,
          recipient.id,
          taskId,
          priority,
          text,
          tx.at,
          expiresAt,
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
    markDelivered: async (id) => {
      const { changes } = await tx.run('UPDATE messages SET delivered_at = ? WHERE id = ? AND delivered_at IS NULL', [
        tx.at,
        id,
      ]);
      return changes > 0;
    },
    append: async (event, act) => {
      await append(tx, event, act);
    },
  };
}
