/**
 * The condition under which a task, as `t`, is ready. Word for word that of the index `tasks_ready`, or SQLite would not
 * use it; the same rule for one task in memory is `notReadyReasons`.
 */
export const readyCondition = `t.status = 'open' AND t.open_blockers = 0 AND t.open_children = 0 AND t.held = 0
  AND t.type <> 'epic' AND (t.requires_plan = 0 OR t.plan_approved = 1) AND t.deleted_at IS NULL`;

/** Whether the dependency `d` makes its task wait, and does not only point. */
export const blockingCondition = `d.type <> 'related' AND d.type <> 'discovered-from'`;

/** Whether the dependency `d` on the task `b` is not met, as the triggers count it. */
export const unmetCondition = `(
  (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed'))
  OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed'))
  OR (d.type = 'waits-for' AND b.deleted_at IS NULL AND b.open_children > 0))`;
