import { type Page, type RecordedEvent, toIso } from '@cw/kernel';
import { type ReadDb, readHistory } from '@cw/storage';
import type { CommentView, HistoryEntry } from '../model/task-view.ts';

/** What happened to a task, oldest first. */
export async function taskHistory(db: ReadDb, id: string): Promise<Page<HistoryEntry>> {
  const items = (await readHistory(db, id)).map(toEntry);
  return { items, total: items.length, nextCursor: null };
}

function toEntry(event: RecordedEvent): HistoryEntry {
  const { seq, type, actor, runId, at, payload } = event;
  return { seq, type, actor, runId, at: toIso(at), payload: withIsoTimes(payload) };
}

/** What an event carries, for views: inside, times are milliseconds; views tell them in ISO 8601. */
export function withIsoTimes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, toldPart(field, part)]));
}

function toldPart(field: string, part: unknown): unknown {
  if (field === 'metadata') return part;
  return typeof part === 'number' && /(?:At|Until)$/.test(field) ? toIso(part) : withIsoTimes(part);
}

/** What was said about a task, oldest first. */
export async function taskComments(db: ReadDb, id: string): Promise<Page<CommentView>> {
  const rows = await db.all<{ id: string; author: string; text: string; replyTo: string | null; createdAt: number }>(
    `SELECT c.id, c.author, c.text, (SELECT o.id FROM task_comments o WHERE o.n = c.reply_to_n) AS replyTo,
       c.created_at AS createdAt FROM task_comments c JOIN tasks t ON t.n = c.task_n
     WHERE t.id = ? ORDER BY c.created_at, c.n`,
    [id],
  );
  const items = rows.map((row) => ({ ...row, taskId: id, createdAt: toIso(row.createdAt) }));
  return { items, total: items.length, nextCursor: null };
}

export type TaskTitle = { readonly id: string; readonly title: string; readonly status: string };

/** Titles of some tasks, for texts that name them. */
export async function taskTitles(db: ReadDb, ids: readonly string[]): Promise<ReadonlyMap<string, TaskTitle>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<TaskTitle>(
    'SELECT id, title, coalesce(outcome, status) AS status FROM tasks WHERE id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(ids)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Titles of the other children of a task's parent, in the order they were written; at most a hundred. */
export function siblingTitles(db: ReadDb, id: string): Promise<TaskTitle[]> {
  return db.all<TaskTitle>(
    `SELECT o.id, o.title, coalesce(o.outcome, o.status) AS status
     FROM tasks t JOIN tasks o ON o.parent_n = t.parent_n AND o.n <> t.n AND o.deleted_at IS NULL
     WHERE t.id = ? ORDER BY o.n LIMIT 100`,
    [id],
  );
}
