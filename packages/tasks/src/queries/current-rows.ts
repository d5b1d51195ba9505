import type { ReadDb } from '@cw/storage';
import type { TaskRow } from '../model/task-view.ts';
import { type TaskRowRecord, taskRowColumns, toTaskRow, withState } from './task-row.ts';

/** More than this is better read as a list. */
const most = 2000;

/** What depends on a given task, all below those, and the parents: their states follow from it. */
const nearSql = `WITH RECURSIVE
  given(n) AS (SELECT n FROM tasks WHERE id IN (SELECT value FROM json_each(?))),
  near(n) AS (SELECT n FROM given UNION SELECT d.task_n FROM given JOIN task_dependencies d ON d.on_n = given.n),
  below(n) AS (SELECT n FROM near UNION SELECT c.n FROM below CROSS JOIN tasks c ON c.parent_n = below.n),
  every(n) AS (SELECT n FROM below UNION SELECT t.parent_n FROM given JOIN tasks t ON t.n = given.n
    WHERE t.parent_n IS NOT NULL LIMIT ${most})`;

/**
 * Rows of some tasks as they are now, with those whose state follows from theirs: for a list that is to show a change.
 * @param ids whole ids; those that are not among the rows are gone or in the trash.
 */
export async function currentRows(
  db: ReadDb,
  ids: readonly string[],
): Promise<{ readonly rows: readonly TaskRow[]; readonly gone: readonly string[] }> {
  const records = await db.all<TaskRowRecord>(
    `${nearSql} SELECT ${taskRowColumns} FROM every JOIN tasks t ON t.n = every.n ${withState} WHERE t.deleted_at IS NULL`,
    [JSON.stringify(ids)],
  );
  const rows = records.map(toTaskRow);
  const shown = new Set(rows.map(({ id }) => id));
  return { rows, gone: ids.filter((id) => !shown.has(id)) };
}
