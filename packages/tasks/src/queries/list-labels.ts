import type { ReadDb } from '@cw/storage';

/** A label with how many tasks have it: those that are not closed, and all outside the trash. */
export type LabelCount = { readonly label: string; readonly open: number; readonly total: number };

/** Every label that a task has, the most used first. */
export function listLabels(db: ReadDb): Promise<LabelCount[]> {
  return db.all<LabelCount>(
    `SELECT l.label, count(*) FILTER (WHERE t.status <> 'closed') AS open, count(*) AS total
     FROM task_labels l JOIN tasks t ON t.n = l.task_n WHERE t.deleted_at IS NULL
     GROUP BY l.label ORDER BY open DESC, total DESC, l.label`,
  );
}
