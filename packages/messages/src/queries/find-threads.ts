import { ok, type Page, type Result } from '@cw/kernel';
import { type PageAsk, type ReadDb, readPage, type SqlValue } from '@cw/storage';
import type { MailFailure, MailView, ThreadReply, ThreadRow, ThreadView } from '../model/mail.ts';
import { priorityName } from '../model/mail-rules.ts';
import { findMessage, isUnread, mailColumns, type RawMessage, readThread, toMailView } from './find-mail.ts';

type RawThread = RawMessage & {
  readonly messages: number;
  readonly unread: number;
  readonly urgent: number | null;
  readonly taskTitle: string | null;
};

/** Whose workspace it is. */
const owner = '(SELECT id FROM user_view ORDER BY n LIMIT 1)';
const toOwner = `m.recipient_kind = 'person' AND m.recipient_id = ${owner}`;
const ofOwner = `((${toOwner}) OR (m.sender_kind = 'person' AND m.sender_id = ${owner}))`;

/** SQL for a thread, named by its newest message `m`, in which there is a message like that. */
function holding(condition: string): string {
  return `EXISTS (SELECT 1 FROM messages h WHERE h.thread_id = m.thread_id AND ${condition.replaceAll(/\bm\./g, 'h.')})`;
}

const unreadOf = (what: string) =>
  `(SELECT ${what} FROM messages h WHERE h.thread_id = m.thread_id AND ${`${toOwner} AND ${isUnread}`.replaceAll(/\bm\./g, 'h.')})`;

const select = `SELECT ${mailColumns}, t.title AS taskTitle,
  (SELECT count(*) FROM messages h WHERE h.thread_id = m.thread_id) AS messages,
  ${unreadOf('count(*)')} AS unread, ${unreadOf('min(h.priority)')} AS urgent
  FROM messages m LEFT JOIN task_view t ON t.id = m.task_id`;

const isNewest = 'NOT EXISTS (SELECT 1 FROM messages l WHERE l.thread_id = m.thread_id AND l.n > m.n)';
const ofRun = `((m.recipient_kind = 'run' AND m.recipient_id = ?) OR (m.sender_kind = 'run' AND m.sender_id = ?))`;
const runsOfAgent = '(SELECT id FROM run_view WHERE agent_id = ?)';
const ofAgent = `((m.recipient_kind = 'agent' AND m.recipient_id = ?) OR (m.sender_kind = 'agent' AND m.sender_id = ?)
  OR (m.recipient_kind = 'run' AND m.recipient_id IN ${runsOfAgent})
  OR (m.sender_kind = 'run' AND m.sender_id IN ${runsOfAgent}))`;

export type ThreadFilter = PageAsk & {
  /** Of whose workspace it is: all in which they wrote or were written to, or what they have not read. @defaultValue everybody's */
  readonly show?: 'own' | 'unread' | undefined;
  readonly taskId?: string | undefined;
  readonly runId?: string | undefined;
  /** By its whole id; what its runs wrote and were told counts too. */
  readonly agentId?: string | undefined;
};

/** Threads, that in which something was written last first. */
export function listThreads(db: ReadDb, filter: ThreadFilter = {}): Promise<Result<Page<ThreadRow>, MailFailure>> {
  const conditions = [isNewest];
  const params: SqlValue[] = [];
  const add = (condition: string, ...values: readonly SqlValue[]) => {
    conditions.push(holding(condition));
    params.push(...values);
  };
  if (filter.show === 'own') add(ofOwner);
  if (filter.show === 'unread') add(`${toOwner} AND ${isUnread}`);
  if (filter.taskId !== undefined) add('m.task_id = ?', filter.taskId);
  const { runId, agentId } = filter;
  if (runId !== undefined) add(ofRun, runId, runId);
  if (agentId !== undefined) add(ofAgent, agentId, agentId, agentId, agentId);
  const list = { select, from: 'messages m', conditions, params, key: 'm.n' };
  return readPage(db, { noun: 'message', ...list, toView: toRow }, filter);
}

/** The thread of a message, by the id of any of its messages or an unambiguous start of one. */
export async function showThread(db: ReadDb, message: string): Promise<Result<ThreadView, MailFailure>> {
  const found = await findMessage(db, message);
  if (!found.ok) return found;
  const messages = await readThread(db, found.value.threadId);
  const taskId = messages.findLast((each) => each.taskId !== null)?.taskId ?? null;
  const task =
    taskId === null ? undefined : await db.get<{ title: string }>('SELECT title FROM task_view WHERE id = ?', [taskId]);
  const reply = await replyOf(db, messages.at(-1) ?? found.value);
  return ok({ id: found.value.threadId, messages, taskId, taskTitle: task?.title ?? null, reply });
}

/** To whom the next message goes: to whoever wrote last, or to whom a person wrote last. */
async function replyOf(db: ReadDb, { sender, recipient }: MailView): Promise<ThreadReply | null> {
  const other = sender.kind === 'person' ? recipient : sender;
  const { kind, id, name } = other;
  if (kind === 'system') return null;
  if (kind !== 'run') return { kind, id, name, endedRun: null };
  const run = await db.get<{ endedAt: number | null; agentId: string | null; agent: string | null }>(
    `SELECT r.ended_at AS endedAt, a.id AS agentId, a.name AS agent FROM run_view r
     LEFT JOIN agent_view a ON a.id = r.agent_id AND a.removed_at IS NULL WHERE r.id = ?`,
    [id],
  );
  if (run?.endedAt === null) return { kind, id, name: run.agent ?? name, endedRun: null };
  // Nobody reads what is for a run that has ended; its agent does, with its next one.
  if (run?.agentId == null) return null;
  return { kind: 'agent', id: run.agentId, name: run.agent ?? run.agentId, endedRun: id };
}

function toRow(raw: RawThread): ThreadRow {
  const { messages, unread, urgent, taskTitle } = raw;
  const last = toMailView(raw);
  const priority = urgent === null ? last.priority : priorityName(urgent);
  return { id: last.threadId, last, messages, unread, priority, taskTitle };
}
