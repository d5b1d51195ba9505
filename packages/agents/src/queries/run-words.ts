import { idWords, type ReadDb } from '@cw/storage';

const listed = `SELECT r.id, coalesce(r.outcome, 'running') || ' ' || coalesce(t.title, r.task_id) AS description
  FROM runs r LEFT JOIN task_view t ON t.id = r.task_id ORDER BY r.n DESC`;

/** Ids of runs for a line to go on with. */
export function runWords(db: ReadDb, start: string) {
  return idWords(db, { kind: 'run', listed }, start);
}
