import type { Act } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { findTask } from '@cw/tasks';
import { append } from '../append.ts';
import type { MailEvent } from '../contract.ts';
import type { MailView, NewMessage } from '../model/mail.ts';
import type { IsWalled, PlacedRun } from '../model/mail-reach.ts';
import { findMessage, newestInThread, readThread, unreadInThread } from '../queries/find-mail.ts';
import { findRecipient } from '../queries/find-recipient.ts';
import { mayShow, unreadOfRun } from '../queries/mail-of-run.ts';
import { placedRun } from '../queries/placed-runs.ts';
import { recipientOfRun } from '../queries/recipient-of-run.ts';
import { runLimit } from '../queries/run-limit.ts';

export type MailStore = ReturnType<typeof mailStore>;

/** @param isWalled absent: of no run it is known whether it is kept in a sandbox */
export function mailStore(tx: Tx, isWalled: IsWalled = () => undefined) {
  return {
    at: tx.at,
    /** Ids for what the transaction makes. */
    ids: tx.ids,
    find: (message: string) => findMessage(tx, message),
    /** Who is meant by a word: a run's or agent's id, a name, a role. */
    recipient: (to: string) => findRecipient(tx, to),
    /** The same for a word of a run, which reaches fewer. */
    recipientOfRun: (to: string, from: PlacedRun) => recipientOfRun(tx, to, { from, isWalled }),
    run: (id: string) => placedRun(tx, id),
    /** Whether a run may see a message: one that it sent, or may be given. */
    mayShow: (message: MailView, run: PlacedRun) => mayShow(tx, message, { run, isWalled }),
    /** How a run is called as a sender. */
    senderName: async (runId: string) => {
      const agent = await tx.get<{ name: string }>(
        'SELECT a.name FROM run_view r JOIN agent_view a ON a.id = r.agent_id WHERE r.id = ?',
        [runId],
      );
      return agent?.name ?? runId;
    },
    taskId: async (task: string) => {
      const found = await findTask(tx, task);
      return found.ok ? found.value : undefined;
    },
    /** How many messages a run has sent. */
    sentBy: async (runId: string) => {
      const sent = "SELECT count(*) AS n FROM messages WHERE sender_kind = 'run' AND sender_id = ?";
      return (await tx.get<{ n: number }>(sent, [runId]))?.n ?? 0;
    },
    /** How many messages a run may send in all. */
    limitOf: (run: PlacedRun) => runLimit(tx, 'messages', run),
    /** What a run may be given and nobody has read, the most urgent first. */
    unread: (run: PlacedRun, most: number) => unreadOfRun(tx, { run, isWalled }, most),
    /** What of a thread a person has not read, whether or not it has expired. */
    unreadIn: (threadId: string, personId: string) => unreadInThread(tx, threadId, personId),
    /** The newest message of a thread to a person. */
    newestIn: (threadId: string, personId: string) => newestInThread(tx, threadId, personId),
    /** What was said in a thread, the first first; of a very long one the last of it. */
    thread: (threadId: string) => readThread(tx, threadId),
    insert: async ({ id, threadId, sender, recipient, taskId, priority, text, expiresAt }: NewMessage) => {
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
    markRead: async (ids: readonly string[]) => {
      for (const id of ids) {
        await tx.run('UPDATE messages SET read_at = ? WHERE id = ? AND read_at IS NULL', [tx.at, id]);
      }
    },
    markUnread: async (id: string) => {
      await tx.run('UPDATE messages SET read_at = NULL WHERE id = ?', [id]);
    },
    /** Answers false for one that was delivered already. */
    markDelivered: async (id: string) => {
      const { changes } = await tx.run('UPDATE messages SET delivered_at = ? WHERE id = ? AND delivered_at IS NULL', [
        tx.at,
        id,
      ]);
      return changes > 0;
    },
    append: async (event: MailEvent, act: Act) => {
      await append(tx, event, act);
    },
  };
}
