import type { Page } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { TaskRow } from '../model/task-view.ts';
import { type TaskRowRecord, taskRowColumns, toTaskRow, withState } from './task-row.ts';

const openEpics = "t.type = 'epic' AND t.status <> 'closed' AND t.deleted_at IS NULL";
const childless = 't.open_children = 0 AND t.closed_children = 0';
const finished = 't.open_children = 0 AND t.closed_children > 0';

/** Open epics without a child: nobody can start on them before they are broken down into tasks. */
export function listNeedsBreakdown(db: ReadDb): Promise<Page<TaskRow>> {
  return epics(db, childless);
}

/** Open epics whose children are all closed, and which somebody may close now. */
export function listFinishedEpics(db: ReadDb): Promise<Page<TaskRow>> {
  return epics(db, finished);
}

async function epics(db: ReadDb, condition: string): Promise<Page<TaskRow>> {
  const rows = await db.all<TaskRowRecord>(
    `SELECT ${taskRowColumns} FROM tasks t INDEXED BY tasks_epics ${withState} WHERE ${openEpics} AND ${condition}
     ORDER BY t.priority, t.created_at, t.n LIMIT 1000`,
  );
  return { items: rows.map(toTaskRow), total: rows.length, nextCursor: null };
}
