import { givenUpCondition, unmetCondition } from './ready-sql.ts';

/** What each column that the database keeps by itself is, told from what people and agents wrote. Of the task `t`. */
export const derivedColumns = {
  open_blockers: `(SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = t.n AND ${unmetCondition})`,
  open_children:
    "(SELECT count(*) FROM tasks c WHERE c.parent_n = t.n AND c.status <> 'closed' AND c.deleted_at IS NULL)",
  closed_children:
    "(SELECT count(*) FROM tasks c WHERE c.parent_n = t.n AND c.status = 'closed' AND c.deleted_at IS NULL)",
  held: `coalesce((SELECT iif(p.status = 'closed' OR p.deleted_at IS NOT NULL, ${givenUpCondition('p')},
    p.held = 1 OR p.open_blockers > 0 OR p.status = 'blocked') FROM tasks p WHERE p.n = t.parent_n), 0)`,
  asleep_until: `nullif(max(coalesce(t.defer_until, 0), coalesce((SELECT p.asleep_until FROM tasks p
    WHERE p.n = t.parent_n AND p.status <> 'closed' AND p.deleted_at IS NULL), 0)), 0)`,
  dependents: `(SELECT count(*) FROM task_dependencies d
    WHERE d.on_n = t.n AND d.type <> 'related' AND d.type <> 'discovered-from')`,
  labels: '(SELECT json_group_array(l.label ORDER BY l.label) FROM task_labels l WHERE l.task_n = t.n)',
} as const;

export const searchIndexes = ['task_search', 'comment_search'] as const;
