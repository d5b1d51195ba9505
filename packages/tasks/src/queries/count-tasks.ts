import { ok, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { CountKey } from '../model/count-keys.ts';
import type { ListFailure } from '../model/task-failure.ts';
import { countTasks } from './list-tasks.ts';
import { shownState, type TaskFilter, taskCondition } from './task-filter.ts';

/** Tasks that have something in common; null for those that have nothing there. */
export type TaskCount = { readonly key: string | null; readonly count: number };

const keySql: Readonly<Record<CountKey, string>> = {
  status: 't.status',
  state: shownState,
  priority: "'P' || t.priority",
  type: 't.type',
  label: 'l.label',
  assignee: 't.assignee',
  project: '(SELECT p.name FROM project_view p WHERE p.id = t.project_id)',
  parent: '(SELECT p.id FROM tasks p WHERE p.n = t.parent_n)',
};

/** How many tasks a filter means: in all, and for each of what they are counted by, the most first. */
export async function countBy(
  db: ReadDb,
  filter: TaskFilter,
  by: CountKey | undefined,
): Promise<Result<{ readonly items: readonly TaskCount[]; readonly total: number }, ListFailure>> {
  const condition = taskCondition(filter);
  if (!condition.ok) return condition;
  const total = await countTasks(db, condition.value);
  if (by === undefined) return ok({ items: [], total });
  const order = by === 'priority' ? '1' : '2 DESC, 1';
  const items = await db.all<TaskCount>(
    `SELECT ${keySql[by]} AS key, count(*) AS count
     FROM tasks t ${by === 'label' ? 'LEFT JOIN task_labels l ON l.task_n = t.n' : ''}
     WHERE ${condition.value.sql} GROUP BY 1 ORDER BY ${order}`,
    condition.value.params,
  );
  return ok({ items, total });
}
