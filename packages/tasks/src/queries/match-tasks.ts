import { ok, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { parseQuery } from '../model/parse-query.ts';
import { searchWords } from '../model/search-words.ts';
import type { TaskFailure } from '../model/task-failure.ts';
import { queryCondition } from './query-condition.ts';
import { searchCondition } from './search-tasks.ts';
import type { Condition } from './task-filter.ts';

export type MatchInput = {
  /** Every word of it stands in the task's texts or comments. */
  readonly text?: string | undefined;
  /** In the language of `cw task query`. */
  readonly query?: string | undefined;
};

/** Ids of all tasks, closed ones too, that a text and a query mean: for a list that holds their rows already. */
export async function matchTasks(
  db: ReadDb,
  { text, query }: MatchInput,
): Promise<Result<readonly string[], TaskFailure>> {
  const parts: Condition[] = [{ sql: 't.deleted_at IS NULL', params: [] }];
  const words = searchWords(text ?? '');
  if (words.indexed.length + words.anywhere.length > 0) parts.push(searchCondition(words));
  if (query !== undefined) {
    const parsed = parseQuery(query);
    if (!parsed.ok) return parsed;
    const now = (await db.get<{ now: number }>('SELECT now_ms() AS now'))?.now ?? 0;
    const condition = await queryCondition(parsed.value, { db, now });
    if (!condition.ok) return condition;
    parts.push(condition.value);
  }
  const rows = await db.all<{ id: string }>(
    `SELECT t.id FROM tasks t WHERE ${parts.map(({ sql }) => sql).join(' AND ')}`,
    parts.flatMap(({ params }) => params),
  );
  return ok(rows.map(({ id }) => id));
}
