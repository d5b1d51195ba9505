/** The condition of the index `tasks_ready`, word for word, or SQLite would not use it. */
const unhindered = `t.status = 'open' AND t.open_blockers = 0 AND t.open_children = 0 AND t.held = 0
  AND t.type <> 'epic' AND (t.requires_plan = 0 OR t.plan_approved = 1) AND t.deleted_at IS NULL`;

/** Whether the task `t` or an ancestor is deferred to a time that has not come. `now_ms()` is the workspace's clock. */
export const asleepCondition = '(t.asleep_until IS NOT NULL AND t.asleep_until > now_ms())';

/** Whether the task `t` is to have a plan, and none is approved. */
export const needsPlanCondition = '(t.requires_plan = 1 AND t.plan_approved = 0)';

/** The condition under which a task, as `t`, is ready; the same rule for one task in memory is `notReadyReasons`. */
export const readyCondition = `${unhindered} AND (t.asleep_until IS NULL OR t.asleep_until <= now_ms())`;

/** Whether the dependency `d` makes its task wait, and does not only point. */
export const blockingCondition = `d.type <> 'related' AND d.type <> 'discovered-from'`;

/** Whether what comes of the task `b` is to be approved before others build on it, and was not. */
const shutGate = `EXISTS (
    SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)`;

/** Whether the dependency `d` on the task `b` is not met, as the triggers count it. */
export const unmetCondition = `(
  (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed' OR ${shutGate}))
  OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed'))
  OR (d.type = 'waits-for' AND b.deleted_at IS NULL AND b.open_children > 0
    AND (d.gate IS NOT 'any' OR b.closed_children = 0)))`;

/** What is the matter with such a dependency, as a `BlockerReason`. */
export const unmetReason = `CASE
  WHEN d.type = 'waits-for' THEN 'children'
  WHEN d.type = 'on-failure' THEN iif(b.status = 'closed', 'not-failed', 'open')
  WHEN b.status <> 'closed' THEN 'open'
  ELSE iif(b.outcome = 'failed', 'failed', 'gate') END`;
