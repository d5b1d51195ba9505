import { err, type IdKind, ok, type Result } from '@cw/kernel';
import { findByStart, type NotOne } from './find-by-start.ts';
import type { ReadDb } from './ports/read-db.ts';

/** What else may be meant; or the id of the one task that was meant, and has none. */
export type NoneOfTask = NotOne & { readonly taskId?: string };

/** Where things that belong to tasks are kept: a table with `n`, `id` and `task_id`. */
type OfTask = { readonly kind: IdKind; readonly table: string };

/**
 * The one thing that people mean by `text`: its id or an unambiguous start of it, as in {@link findByStart}, or that of its task,
 * which stands for its newest.
 */
export async function findByStartOrTask(
  db: ReadDb,
  { kind, table }: OfTask,
  text: string,
): Promise<Result<string, NoneOfTask>> {
  const own = text.toLowerCase().startsWith('tk_') ? undefined : await findByStart(db, { kind, from: table }, text);
  if (own?.ok || (own && own.error.matches.length > 0)) return own;
  const task = await findByStart(db, { kind: 'task', from: `(SELECT DISTINCT task_id AS id FROM ${table})` }, text);
  if (task.ok) {
    const newest = `SELECT id FROM ${table} WHERE task_id = ? ORDER BY n DESC LIMIT 1`;
    const row = await db.get<{ id: string }>(newest, [task.value]);
    return row ? ok(row.id) : err({ matches: [] });
  }
  if (task.error.matches.length > 0) return task;
  const without = await findByStart(db, { kind: 'task', from: 'task_view' }, text);
  return without.ok ? err({ matches: [], taskId: without.value }) : (own ?? task);
}
