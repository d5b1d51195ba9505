import type { ReadDb } from '@cw/storage';
import type { TaskRow } from '../model/task-view.ts';
import { type TaskRowRecord, taskRowColumns, toTaskRow, withState } from './task-row.ts';

/** What somebody holds, by the name of the holder, the longest held first. */
export async function heldTasks(db: ReadDb, holder: string): Promise<readonly TaskRow[]> {
  const rows = await db.all<TaskRowRecord>(
    `SELECT ${taskRowColumns} FROM tasks t ${withState}
     WHERE t.lease_holder = ? AND t.status = 'in_progress' AND t.deleted_at IS NULL ORDER BY t.started_at, t.n LIMIT 100`,
    [holder],
  );
  return rows.map(toTaskRow);
}
