import { idWordsOfEach, type ReadDb, type WordsAmong } from '@cw/storage';
import { retryableStates } from '../model/merge-request.ts';

const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');

/** By what can be done with them: those in the queue can be moved, those that were not merged tried again. */
const conditions: Partial<Readonly<Record<WordsAmong, string>>> = {
  open: "m.state IN ('queued', 'held')",
  held: "m.state = 'held'",
  closed: `m.state IN (${quoted(retryableStates)})`,
};

/** Ids of merge requests for a line to go on with, and of tasks, each of which means its newest request. */
export function mergeWords(db: ReadDb, start: string, among: WordsAmong = 'all') {
  const condition = conditions[among] ?? 'true';
  const merges = `SELECT m.id, m.state || ' ' || coalesce(t.title, m.task_id) AS description
    FROM merge_requests m LEFT JOIN task_view t ON t.id = m.task_id WHERE ${condition} ORDER BY m.n DESC`;
  const tasks = `SELECT t.id, m.state || ' ' || t.title AS description FROM merge_requests m
    JOIN task_view t ON t.id = m.task_id WHERE ${condition} AND t.deleted_at IS NULL
    AND m.n = (SELECT max(n) FROM merge_requests WHERE task_id = m.task_id) ORDER BY m.n DESC`;
  const lists = [
    { kind: 'mergeRequest', listed: merges },
    { kind: 'task', listed: tasks },
  ] as const;
  return idWordsOfEach(db, lists, start);
}
