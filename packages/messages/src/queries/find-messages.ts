import { type Instant, toIso, toIsoOrNull } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { MessageView } from '../model/message.ts';

type Raw = Omit<MessageView, 'createdAt' | 'deliveredAt'> & {
  readonly createdAt: Instant;
  readonly deliveredAt: Instant | null;
};

const columns = `id, thread_id AS threadId, sender_kind AS senderKind, sender_id AS senderId, sender_name AS senderName,
  recipient_kind AS recipientKind, recipient_id AS recipientId, task_id AS taskId, text, created_at AS createdAt,
  delivered_at AS deliveredAt`;

/** What was written to a run, the first first. */
export async function messagesToRun(db: ReadDb, runId: string): Promise<readonly MessageView[]> {
  const rows = await db.all<Raw>(
    `SELECT ${columns} FROM messages WHERE recipient_kind = 'run' AND recipient_id = ? ORDER BY n`,
    [runId],
  );
  return rows.map(toView);
}

/** What was written to a run and is not known to have reached its agent. */
export async function undeliveredToRun(db: ReadDb, runId: string): Promise<readonly MessageView[]> {
  const rows = await db.all<Raw>(
    `SELECT ${columns} FROM messages
     WHERE recipient_kind = 'run' AND recipient_id = ? AND delivered_at IS NULL ORDER BY n`,
    [runId],
  );
  return rows.map(toView);
}

/** What was written to earlier runs of a task up to some moment and reached none of their agents, the first first. */
export async function undeliveredOfTask(
  db: ReadDb,
  { taskId, before }: { readonly taskId: string; readonly before: Instant },
): Promise<readonly MessageView[]> {
  const rows = await db.all<Raw>(
    `SELECT ${columns} FROM messages
     WHERE task_id = ? AND recipient_kind = 'run' AND delivered_at IS NULL AND created_at <= ? ORDER BY n`,
    [taskId, before],
  );
  return rows.map(toView);
}

function toView(raw: Raw): MessageView {
  return { ...raw, createdAt: toIso(raw.createdAt), deliveredAt: toIsoOrNull(raw.deliveredAt) };
}
