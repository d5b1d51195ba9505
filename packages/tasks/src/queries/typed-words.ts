import { idWords, type ReadDb, type WordsAmong } from '@cw/storage';
import { priorities } from '../model/task-view.ts';
import { afterAll } from './find-task.ts';
import { readyCondition } from './ready-sql.ts';

/** A word that a line may go on with, and what it is. */
export type TypedWord = { readonly word: string; readonly description: string };

const conditions = {
  open: "t.status <> 'closed' AND t.deleted_at IS NULL",
  closed: "t.status = 'closed' AND t.deleted_at IS NULL",
  ready: readyCondition,
  trash: 't.deleted_at IS NOT NULL',
  all: 't.deleted_at IS NULL',
} as const;

type Wanted = {
  /** With `tk_`, without it, or nothing. */
  readonly start: string;
  readonly among: keyof typeof conditions;
  readonly limit: number;
};

type Row = { readonly id: string; readonly title: string; readonly priority: number; readonly status: string };

/**
 * Ids that begin with what is typed, in the form in which it is typed, with their titles: open ones first, and last those
 * of other trackers that begin so.
 */
export async function taskWords(db: ReadDb, { start, among, limit }: Wanted): Promise<readonly TypedWord[]> {
  const isWhole = 'tk_'.startsWith(start) || start.startsWith('tk_');
  const from = isWhole ? start : `tk_${start}`;
  const first = among === 'all' ? 'open' : among;
  const rows = await begunWith(db, { from, condition: conditions[first], limit });
  const left = limit - rows.length;
  const others =
    among === 'all' && left > 0 ? await begunWith(db, { from, condition: conditions.closed, limit: left }) : [];
  const own = [...rows, ...others].map((row) => toWord(row, isWhole ? row.id : row.id.slice(3)));
  const old = start === '' ? [] : await oldIds(db, { from: start, condition: conditions[among], limit });
  return [...own, ...old.map((row) => toWord(row, row.external))];
}

function toWord({ title, priority, status }: Row, word: string): TypedWord {
  return { word, description: `${status === 'closed' ? 'closed' : priorities[priority]} ${title}` };
}

function oldIds(db: ReadDb, { from, condition, limit }: Begun): Promise<readonly (Row & { external: string })[]> {
  return db.all<Row & { external: string }>(
    `SELECT t.id, t.title, t.priority, t.status, t.external_id AS external FROM tasks t
     WHERE t.external_id IS NOT NULL AND t.external_id >= ? AND t.external_id < ? AND ${condition}
     ORDER BY t.external_id LIMIT ?`,
    [from, from + afterAll, limit],
  );
}

type Begun = { readonly from: string; readonly condition: string; readonly limit: number };

/** Where all ids begin so, they are read in the order of the list, and where few do, by id: `+` keeps SQLite from that. */
function begunWith(db: ReadDb, { from, condition, limit }: Begun): Promise<readonly Row[]> {
  const id = from.length <= 'tk_'.length ? '+t.id' : 't.id';
  return db.all<Row>(
    `SELECT t.id, t.title, t.priority, t.status FROM tasks t WHERE ${condition} AND ${id} >= ? AND ${id} < ?
     ORDER BY t.priority, t.created_at, t.n LIMIT ?`,
    [from, from + afterAll, limit],
  );
}

export function projectWords(db: ReadDb, start: string): Promise<readonly TypedWord[]> {
  return db.all<TypedWord>(
    `SELECT name AS word, id AS description FROM project_view
     WHERE deleted_at IS NULL AND name >= ? AND name < ? ORDER BY name LIMIT 100`,
    [start, start + afterAll],
  );
}

export function labelWords(db: ReadDb, start: string): Promise<readonly TypedWord[]> {
  return db.all<TypedWord>(
    `SELECT label AS word, count(*) || iif(count(*) = 1, ' task', ' tasks') AS description FROM task_labels
     WHERE label >= ? AND label < ? GROUP BY label ORDER BY label LIMIT 100`,
    [start, start + afterAll],
  );
}

export function assigneeWords(db: ReadDb, start: string): Promise<readonly TypedWord[]> {
  return db.all<TypedWord>(
    `SELECT assignee AS word, count(*) || iif(count(*) = 1, ' task', ' tasks') AS description FROM tasks
     WHERE deleted_at IS NULL AND assignee >= ? AND assignee < ? GROUP BY assignee ORDER BY assignee LIMIT 100`,
    [start, start + afterAll],
  );
}

const comments = "SELECT id, author || ': ' || substr(text, 1, 200) AS description FROM task_comments ORDER BY n DESC";

/** Ids of proposed follow-ups, those that wait for a decision first. */
export function proposalWords(db: ReadDb, start: string, among: WordsAmong = 'all'): Promise<readonly TypedWord[]> {
  const condition = among === 'open' ? "state = 'waiting'" : 'true';
  const listed = `SELECT id, title AS description FROM task_proposals WHERE ${condition}
    ORDER BY state <> 'waiting', n DESC`;
  return idWords(db, { kind: 'proposal', listed }, start);
}

export function commentWords(db: ReadDb, start: string): Promise<readonly TypedWord[]> {
  return idWords(db, { kind: 'comment', listed: comments }, start);
}
