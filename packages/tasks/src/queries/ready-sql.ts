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

/** Whether the task under an alias was given up: it failed, was cancelled, or lies in the trash. */
export const givenUpCondition = (task: string) =>
  `(${task}.deleted_at IS NOT NULL OR (${task}.status = 'closed' AND ${task}.outcome IN ('failed', 'cancelled')))`;

/** What became of a task that was given up, as a `BlockerReason`. */
export const givenUpReason = (task: string) => `iif(${task}.deleted_at IS NOT NULL, 'deleted', ${task}.outcome)`;

const doneChild = `EXISTS (SELECT 1 FROM tasks c WHERE c.parent_n = b.n AND c.status = 'closed'
  AND c.outcome IS NOT 'failed' AND c.outcome IS NOT 'cancelled' AND c.deleted_at IS NULL)`;

/** Whether the dependency `d` on the task `b` is not met, as the triggers count it. Giving `b` up never meets it. */
export const unmetCondition = `(
  (d.type = 'blocks' AND (b.status <> 'closed' OR ${givenUpCondition('b')} OR ${shutGate}))
  OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed' AND b.deleted_at IS NULL))
  OR (d.type = 'waits-for' AND (${givenUpCondition('b')}
    OR (b.open_children > 0 AND (d.gate IS NOT 'any' OR NOT ${doneChild})))))`;

/** What is the matter with such a dependency, as a `BlockerReason`. */
export const unmetReason = `CASE
  WHEN b.deleted_at IS NOT NULL THEN 'deleted'
  WHEN d.type <> 'on-failure' AND ${givenUpCondition('b')} THEN b.outcome
  WHEN d.type = 'waits-for' THEN 'children'
  WHEN d.type = 'on-failure' THEN iif(b.status = 'closed', 'not-failed', 'open')
  WHEN b.status <> 'closed' THEN 'open'
  ELSE 'gate' END`;
