import type { ReadDb } from '@cw/storage';
import { searchWords } from '../model/search-words.ts';
import type { TaskRow } from '../model/task-view.ts';
import { taskCandidates } from './find-task.ts';
import { taskRows } from './list-tasks.ts';
import { type FoundTask, searchTasks } from './search-tasks.ts';
import { contains } from './sql-parts.ts';

/**
 * Tasks that somebody may mean who is still typing, closed ones too: first those whose id begins so, then those whose
 * texts have words that begin so, then those whose title holds it anywhere.
 */
export async function typedTasks(
  db: ReadDb,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<readonly FoundTask[]> {
  const typed = text.trim();
  const found = new Map<string, FoundTask>();
  const add = (row: TaskRow, snippet: FoundTask['snippet']) => {
    if (!found.has(row.id)) found.set(row.id, { row, snippet });
  };
  const byId = (await taskCandidates(db, typed.toLowerCase())).map(({ id }) => id);
  for (const row of (await taskRows(db, byId)).values()) add(row, undefined);
  const searched = await searchTasks(db, { words: typed, all: true, limit });
  if (searched.ok) for (const { row, snippet } of searched.value.items) add(row, snippet);
  if (found.size < limit) {
    const ids = await withinTitles(db, { text: typed, limit });
    for (const row of (await taskRows(db, ids)).values()) add(row, undefined);
  }
  return [...found.values()].slice(0, limit);
}

async function withinTitles(db: ReadDb, wanted: { text: string; limit: number }): Promise<readonly string[]> {
  const { indexed, anywhere } = searchWords(wanted.text);
  const parts = [...indexed, ...anywhere].map((word) => contains('t.title', word));
  if (parts.length === 0) return [];
  const rows = await db.all<{ id: string }>(
    `SELECT t.id FROM tasks t WHERE t.deleted_at IS NULL AND ${parts.map(({ sql }) => sql).join(' AND ')}
     ORDER BY t.status = 'closed', t.priority, t.n LIMIT ?`,
    [...parts.flatMap(({ params }) => params), wanted.limit],
  );
  return rows.map(({ id }) => id);
}
