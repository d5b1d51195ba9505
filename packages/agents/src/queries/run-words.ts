import { idWordsOfEach, type ReadDb, type WordsAmong } from '@cw/storage';

const conditions: Partial<Readonly<Record<WordsAmong, string>>> = {
  open: 'r.ended_at IS NULL',
  closed: 'r.ended_at IS NOT NULL',
};

/** Ids of runs for a line to go on with, and of tasks, each of which means its newest run. */
export function runWords(db: ReadDb, start: string, among: WordsAmong = 'all') {
  const condition = conditions[among] ?? 'true';
  const runs = `SELECT r.id, coalesce(r.outcome, 'running') || ' ' || coalesce(t.title, r.task_id) AS description
    FROM runs r LEFT JOIN task_view t ON t.id = r.task_id WHERE ${condition} ORDER BY r.n DESC`;
  const tasks = `SELECT t.id, t.title AS description FROM runs r JOIN task_view t ON t.id = r.task_id
    WHERE ${condition} AND t.deleted_at IS NULL AND r.n = (SELECT max(n) FROM runs WHERE task_id = r.task_id)
    ORDER BY r.n DESC`;
  const lists = [
    { kind: 'run', listed: runs },
    { kind: 'task', listed: tasks },
  ] as const;
  return idWordsOfEach(db, lists, start);
}
