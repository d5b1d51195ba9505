import { err, ok, type Page, type Result, toIso, toIsoOrNull } from '@cw/kernel';
import { findByStart, type PageAsk, type ReadDb, readPage, type SqlValue } from '@cw/storage';
import type { Mailbox, MailFailure, MailView } from '../model/mail.ts';
import { priorityName } from '../model/mail-rules.ts';
import type { RecipientKind, SenderKind } from '../model/message.ts';
import { mailboxOfOwner } from './find-recipient.ts';

export type RawMessage = {
  readonly n: number;
  readonly id: string;
  readonly threadId: string;
  readonly senderKind: SenderKind;
  readonly senderId: string;
  readonly senderName: string;
  readonly recipientKind: RecipientKind;
  readonly recipientId: string;
  readonly recipientName: string | null;
  readonly taskId: string | null;
  readonly priority: number;
  readonly text: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly readAt: number | null;
  readonly deliveredAt: number | null;
};

export const mailColumns = `m.n, m.id, m.thread_id AS threadId, m.sender_kind AS senderKind, m.sender_id AS senderId,
  m.sender_name AS senderName, m.recipient_kind AS recipientKind, m.recipient_id AS recipientId,
  CASE m.recipient_kind WHEN 'person' THEN (SELECT name FROM user_view WHERE id = m.recipient_id)
    WHEN 'agent' THEN (SELECT name FROM agent_view WHERE id = m.recipient_id)
    WHEN 'run' THEN (SELECT a.name FROM run_view r JOIN agent_view a ON a.id = r.agent_id WHERE r.id = m.recipient_id)
    END AS recipientName,
  m.task_id AS taskId, m.priority, m.text, m.created_at AS createdAt, m.expires_at AS expiresAt, m.read_at AS readAt,
  m.delivered_at AS deliveredAt`;
export const mailSelect = `SELECT ${mailColumns} FROM messages m`;

export const isUnread =
  'm.read_at IS NULL AND m.delivered_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > now_ms())';

/** SQL for what is in a mailbox, with its values. */
function inMailbox({ id }: Mailbox): { readonly sql: string; readonly params: readonly SqlValue[] } {
  return { sql: "m.recipient_kind = 'person' AND m.recipient_id = ?", params: [id] };
}

export type MailFilter = PageAsk & {
  /** @defaultValue everybody's */
  readonly mailbox?: Mailbox | undefined;
  readonly unread?: boolean | undefined;
  readonly taskId?: string | undefined;
  readonly runId?: string | undefined;
  readonly threadId?: string | undefined;
};

/** Messages, the newest first. Of a mailbox: what was sent to it and from it; unread only to it. */
export function listMail(db: ReadDb, filter: MailFilter = {}): Promise<Result<Page<MailView>, MailFailure>> {
  const { mailbox } = filter;
  const conditions: string[] = [];
  const params: SqlValue[] = [];
  const add = (sql: string, ...values: readonly SqlValue[]) => {
    conditions.push(sql);
    params.push(...values);
  };
  if (mailbox !== undefined) {
    const own = inMailbox(mailbox);
    if (filter.unread) add(own.sql, ...own.params);
    else add(`(${own.sql} OR (m.sender_kind = ? AND m.sender_id = ?))`, ...own.params, mailbox.kind, mailbox.id);
  }
  if (filter.unread) add(isUnread);
  if (filter.taskId !== undefined) add('m.task_id = ?', filter.taskId);
  if (filter.threadId !== undefined) add('m.thread_id = ?', filter.threadId);
  if (filter.runId !== undefined)
    add(
      `((m.recipient_kind = 'run' AND m.recipient_id = ?) OR (m.sender_kind = 'run' AND m.sender_id = ?))`,
      filter.runId,
      filter.runId,
    );
  const list = { select: mailSelect, from: 'messages m', conditions, params, key: 'm.n' };
  return readPage(db, { noun: 'message', ...list, toView: toMailView }, filter);
}

/** The same of whose workspace it is, or everybody's. */
export async function listMailbox(
  db: ReadDb,
  { mailbox, ...filter }: Omit<MailFilter, 'mailbox'> & { readonly mailbox?: 'own' | 'all' | undefined } = {},
): Promise<Result<Page<MailView>, MailFailure>> {
  return listMail(db, { ...filter, mailbox: mailbox === 'all' ? undefined : await mailboxOfOwner(db) });
}

/** A message by its id or an unambiguous start of it. */
export async function findMessage(db: ReadDb, message: string): Promise<Result<MailView, MailFailure>> {
  const id = await findByStart(db, { kind: 'message', from: 'messages' }, message);
  if (!id.ok) {
    const { matches, meant } = id.error;
    return err(
      matches.length > 0
        ? { kind: 'message.ambiguous', message, matches }
        : { kind: 'message.not-found', message, meant },
    );
  }
  const raw = await db.get<RawMessage>(`${mailSelect} WHERE m.id = ?`, [id.value]);
  return raw ? ok(toMailView(raw)) : err({ kind: 'message.not-found', message });
}

/** What was said in a thread, the first first; of a very long one the last of it. */
export async function readThread(db: ReadDb, threadId: string): Promise<readonly MailView[]> {
  const rows = await db.all<RawMessage>(`${mailSelect} WHERE m.thread_id = ? ORDER BY m.n DESC LIMIT 500`, [threadId]);
  return rows.map(toMailView).reverse();
}

const toPerson = "m.thread_id = ? AND m.recipient_kind = 'person' AND m.recipient_id = ?";

export async function unreadInThread(db: ReadDb, threadId: string, personId: string): Promise<readonly MailView[]> {
  const rows = await db.all<RawMessage>(`${mailSelect} WHERE ${toPerson} AND m.read_at IS NULL`, [threadId, personId]);
  return rows.map(toMailView);
}

export async function newestInThread(db: ReadDb, threadId: string, personId: string): Promise<MailView | undefined> {
  const raw = await db.get<RawMessage>(`${mailSelect} WHERE ${toPerson} ORDER BY m.n DESC LIMIT 1`, [
    threadId,
    personId,
  ]);
  return raw && toMailView(raw);
}

/** What whose workspace it is has not read. */
export async function countOwnUnread(db: ReadDb): Promise<number> {
  const { sql, params } = inMailbox(await mailboxOfOwner(db));
  const row = await db.get<{ n: number }>(`SELECT count(*) AS n FROM messages m WHERE ${sql} AND ${isUnread}`, params);
  return row?.n ?? 0;
}

export function toMailView(raw: RawMessage): MailView {
  const { id, threadId, taskId, text } = raw;
  return {
    id,
    threadId,
    taskId,
    text,
    sender: { kind: raw.senderKind, id: raw.senderId, name: raw.senderName },
    recipient: { kind: raw.recipientKind, id: raw.recipientId, name: raw.recipientName ?? raw.recipientId },
    priority: priorityName(raw.priority),
    createdAt: toIso(raw.createdAt),
    expiresAt: toIsoOrNull(raw.expiresAt),
    readAt: toIsoOrNull(raw.readAt),
    deliveredAt: toIsoOrNull(raw.deliveredAt),
  };
}
