import { err, ok, type Page, type Result } from '@cw/kernel';
import type { ReadDb, SqlValue } from '@cw/storage';
import { looksLikeId } from '@cw/task-formats';
import { type Piece, type SearchWords, searchWords, snippetOf } from '../model/search-words.ts';
import type { ListFailure, TextFailure } from '../model/task-failure.ts';
import type { TaskRow } from '../model/task-view.ts';
import { checkLimit, readCursor, writeCursor } from './cursor.ts';
import { taskCandidates } from './find-task.ts';
import { contains } from './sql-parts.ts';
import { type Condition, type TaskFilter, taskCondition } from './task-filter.ts';
import { type TaskRowRecord, taskRowColumns, toTaskRow, withState } from './task-row.ts';

/** Where the words were found, and the text around the first of them. */
export type Snippet = { readonly field: string; readonly pieces: readonly Piece[] };

export type FoundTask = { readonly row: TaskRow; readonly snippet: Snippet | undefined };

export type SearchInput = TaskFilter & {
  readonly words: string;
  /** @defaultValue 20 */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

type HitRecord = TaskRowRecord & { readonly score: number };

/**
 * Tasks in whose texts or comments every word is found, at the beginning of a word: the best first. A word in the title
 * counts most, one in a comment least.
 */
export async function searchTasks(
  db: ReadDb,
  input: SearchInput,
): Promise<Result<Page<FoundTask>, ListFailure | TextFailure>> {
  const words = searchWords(input.words);
  if (words.indexed.length + words.anywhere.length === 0) return err({ kind: 'task.text-empty', field: 'search text' });
  const condition = taskCondition(input);
  if (!condition.ok) return condition;
  const limit = checkLimit(input.limit, 20);
  if (!limit.ok) return limit;
  const after = input.cursor === undefined ? ok([]) : readCursor(input.cursor, 'search', 2);
  if (!after.ok) return after;
  const { hits, every } = searchSql(words, await namedTasks(db, input.words.trim()));
  const among = `FROM hits JOIN tasks t ON t.n = hits.n ${withState} WHERE ${condition.value.sql} AND ${every.sql}`;
  const params: readonly SqlValue[] = [...hits.params, ...condition.value.params, ...every.params];
  const rows = await db.all<HitRecord>(
    `${hits.sql} SELECT ${taskRowColumns}, hits.score ${among}
     ${after.value.length === 0 ? '' : 'AND (hits.score, t.n) > (?, ?)'} ORDER BY hits.score, t.n LIMIT ?`,
    [...params, ...after.value, limit.value + 1],
  );
  const shown = rows.slice(0, limit.value);
  const last = shown.at(-1);
  const more = rows.length > shown.length && last;
  const counted = more || after.value.length > 0;
  const total = counted ? await db.get<{ n: number }>(`${hits.sql} SELECT count(*) AS n ${among}`, params) : undefined;
  const items: FoundTask[] = [];
  for (const row of shown) items.push({ row: toTaskRow(row), snippet: await snippet(db, row, words) });
  return ok({
    items,
    total: total?.n ?? shown.length,
    nextCursor: more ? writeCursor('search', [last.score, last.n]) : null,
  });
}

type SearchSql = { readonly hits: Condition; readonly every: Condition };

/** That every word is found in the texts or comments of `t`. */
export function searchCondition(words: SearchWords): Condition {
  const conditions = [...words.indexed.map(indexedCondition), ...words.anywhere.map(anywhereCondition)];
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** Tasks whose id here or elsewhere is looked for. */
async function namedTasks(db: ReadDb, text: string): Promise<string> {
  const found = looksLikeId(text) ? await taskCandidates(db, text) : [];
  return JSON.stringify(found.map(({ id }) => id));
}

const areNamed = 'id IN (SELECT value FROM json_each(?))';

function searchSql(words: SearchWords, named: string): SearchSql {
  const found = searchCondition(words);
  const every = named === '[]' ? found : { sql: `(${found.sql} OR t.${areNamed})`, params: [...found.params, named] };
  if (words.indexed.length === 0)
    return { hits: { sql: 'WITH hits AS (SELECT n, 0 AS score FROM tasks)', params: [] }, every };
  const any = words.indexed.map(asPrefix).join(' OR ');
  return { hits: { sql: rankedSql, params: [any, any, named] }, every };
}

/** Of FTS5, where lower is better. The weights are of title, description, acceptance and design. */
const rankedSql = `WITH texts AS MATERIALIZED (
    SELECT rowid AS n, bm25(task_search, 10, 3, 2, 1) AS score FROM task_search WHERE task_search MATCH ?
  ), said AS MATERIALIZED (
    SELECT c.task_n AS n, s.rank / 2 AS score FROM comment_search s JOIN task_comments c ON c.n = s.rowid
    WHERE comment_search MATCH ?
  ), hits AS (SELECT n, sum(score) AS score FROM (
    SELECT n, score FROM texts UNION ALL SELECT n, min(score) FROM said GROUP BY n
    UNION ALL SELECT n, -1000 FROM tasks WHERE ${areNamed}) GROUP BY n)`;

/** A word as FTS5 reads nothing into it. */
function asPrefix(word: string): string {
  return `"${word.replaceAll('"', '""')}"*`;
}

function indexedCondition(word: string): Condition {
  const prefix = asPrefix(word);
  return {
    sql: `(t.n IN (SELECT rowid FROM task_search WHERE task_search MATCH ?) OR t.n IN (
      SELECT c.task_n FROM comment_search s JOIN task_comments c ON c.n = s.rowid WHERE comment_search MATCH ?))`,
    params: [prefix, prefix],
  };
}

function anywhereCondition(word: string): Condition {
  const columns = ['b.description', 'b.acceptance', 'b.design'].map((column) => contains(column, word));
  const [title, said] = [contains('t.title', word), contains('c.text', word)];
  return {
    sql: `(${title.sql} OR EXISTS (SELECT 1 FROM task_bodies b WHERE b.task_n = t.n
        AND (${columns.map(({ sql }) => sql).join(' OR ')}))
      OR EXISTS (SELECT 1 FROM task_comments c WHERE c.task_n = t.n AND ${said.sql}))`,
    params: [title, ...columns, said].flatMap(({ params }) => params),
  };
}

type Texts = { readonly description: string; readonly acceptance: string; readonly design: string };

async function snippet(db: ReadDb, task: HitRecord, words: SearchWords): Promise<Snippet | undefined> {
  const texts = await db.get<Texts>('SELECT description, acceptance, design FROM task_bodies WHERE task_n = ?', [
    task.n,
  ]);
  for (const [field, text] of Object.entries({ ...texts })) {
    const pieces = snippetOf(text, words);
    if (pieces) return { field, pieces };
  }
  const comments = await db.all<{ text: string }>(
    'SELECT text FROM task_comments WHERE task_n = ? ORDER BY created_at, n LIMIT 1000',
    [task.n],
  );
  for (const { text } of comments) {
    const pieces = snippetOf(text, words);
    if (pieces) return { field: 'comment', pieces };
  }
  const pieces = snippetOf(task.title, words);
  return pieces && { field: 'title', pieces };
}
