import { idWords, type ReadDb } from '@cw/storage';

const listed = `SELECT m.id, m.state || ' ' || coalesce(t.title, m.task_id) AS description
  FROM merge_requests m LEFT JOIN task_view t ON t.id = m.task_id ORDER BY m.n DESC`;

/** Ids of merge requests for a line to go on with. */
export function mergeWords(db: ReadDb, start: string) {
  return idWords(db, { kind: 'mergeRequest', listed }, start);
}
