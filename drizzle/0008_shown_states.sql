-- What a task comes to by itself, for the room that says what state people see.
DROP VIEW `task_view`;--> statement-breakpoint
CREATE VIEW `task_view` AS SELECT n, id, title, status, outcome, status_reason, type, dispatch, stage, project_id, requires_plan, plan_approved,
  open_blockers, open_children, held, lease_holder, lease_expires_at, updated_at, started_at, closed_at,
  close_reason, deleted_at, asleep_until,
  (open_blockers > 0 OR held = 1) AS waits,
  (asleep_until IS NOT NULL AND asleep_until > now_ms()) AS asleep,
  (requires_plan = 1 AND plan_approved = 0) AS needs_plan,
  (status = 'open' AND open_blockers = 0 AND open_children = 0 AND held = 0 AND type <> 'epic'
    AND (requires_plan = 0 OR plan_approved = 1) AND deleted_at IS NULL
    AND (asleep_until IS NULL OR asleep_until <= now_ms())) AS ready,
  (status = 'open' AND dispatch <> 'manual' AND project_id IS NOT NULL AND lease_holder IS NULL AND deleted_at IS NULL)
    AS assigned
  FROM `tasks`;--> statement-breakpoint
CREATE VIEW `ask_view` AS SELECT n, run_id, title, created_at
  FROM `inbox_items` WHERE subject LIKE 'ask:%' AND state = 'open';--> statement-breakpoint
CREATE VIEW `rest_view` AS SELECT task_id, run_id, cause, cause NOT IN ('lost', 'server', 'program', 'result') AS limited, until
  FROM `rests`;--> statement-breakpoint
CREATE VIEW `pause_view` AS SELECT scope, reason
  FROM `pauses`;--> statement-breakpoint
-- The state that people see of a run, and of the agent whose newest run it is.
CREATE VIEW `run_state_view` AS SELECT r.n, r.id, r.task_id, r.project_id, r.agent_id,
  CASE
    WHEN r.ended_at IS NULL THEN CASE
      WHEN r.stall = 'asked' OR EXISTS (SELECT 1 FROM ask_view q WHERE q.run_id = r.id) THEN 'needs-you'
      ELSE 'in-progress' END
    WHEN r.outcome IN ('needs-input', 'blocked') AND EXISTS (
      SELECT 1 FROM task_view t WHERE t.id = r.task_id AND t.status = 'blocked' AND t.deleted_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM run_view o WHERE o.task_id = r.task_id AND o.n > r.n) THEN 'needs-you'
    WHEN r.outcome = 'failed' AND EXISTS (
      SELECT 1 FROM rest_view w JOIN task_view t ON t.id = w.task_id
      WHERE w.task_id = r.task_id AND w.run_id = r.id AND w.limited AND t.stage = 'resting') THEN 'limited'
    WHEN r.outcome IN ('done', 'handoff', 'needs-input') THEN 'done'
    WHEN r.outcome = 'stopped' THEN 'cancelled'
    ELSE 'failed' END AS state,
  CASE
    WHEN r.ended_at IS NULL THEN CASE
      WHEN EXISTS (SELECT 1 FROM ask_view q WHERE q.run_id = r.id) THEN 'waiting'
      WHEN r.stall IS NOT NULL THEN 'stalled'
      ELSE 'working' END
    WHEN EXISTS (SELECT 1 FROM run_view o WHERE o.task_id = r.task_id AND o.n > r.n) THEN 'idle'
    WHEN EXISTS (SELECT 1 FROM task_view t WHERE t.id = r.task_id AND t.stage = 'resting' AND t.deleted_at IS NULL)
      THEN 'on-hold'
    WHEN r.outcome IN ('needs-input', 'blocked') AND EXISTS (
      SELECT 1 FROM task_view t WHERE t.id = r.task_id AND t.status = 'blocked' AND t.deleted_at IS NULL) THEN 'waiting'
    ELSE 'idle' END AS agent
  FROM `run_view` r;--> statement-breakpoint
-- The state that people see of a task, and whether it goes on by itself: `on-hold` until a time or an event, or `queued`.
CREATE VIEW `task_state_view` AS SELECT t.n, t.id, t.project_id, t.deleted_at,
  CASE
    WHEN t.status = 'closed' THEN coalesce(t.outcome, 'done')
    WHEN t.status = 'blocked' THEN 'needs-you'
    WHEN t.stage = 'merging' THEN CASE
      WHEN EXISTS (SELECT 1 FROM merge_view m WHERE m.task_id = t.id AND m.ended_at IS NULL AND m.state = 'checking')
      THEN 'verifying' ELSE 'merging' END
    WHEN t.stage = 'resting' THEN CASE
      WHEN EXISTS (SELECT 1 FROM rest_view w WHERE w.task_id = t.id AND w.limited) THEN 'limited' ELSE 'waiting' END
    WHEN t.status = 'in_progress' THEN CASE
      WHEN EXISTS (SELECT 1 FROM run_view r WHERE r.task_id = t.id AND r.ended_at IS NULL AND (
        r.stall = 'asked' OR EXISTS (SELECT 1 FROM ask_view q WHERE q.run_id = r.id)))
      THEN 'needs-you' ELSE 'in-progress' END
    WHEN t.ready THEN 'ready'
    WHEN t.waits OR t.asleep THEN 'waiting'
    WHEN t.needs_plan THEN 'needs-plan'
    ELSE 'open' END AS state,
  CASE
    WHEN t.status IN ('closed', 'blocked') OR t.stage = 'merging' THEN NULL
    WHEN t.stage = 'resting' THEN CASE
      WHEN EXISTS (SELECT 1 FROM rest_view w WHERE w.task_id = t.id AND w.limited) THEN 'limit' ELSE 'retry' END
    WHEN t.status <> 'open' THEN NULL
    WHEN t.waits THEN CASE WHEN t.assigned THEN 'dependency' END
    WHEN t.asleep THEN 'date'
    WHEN t.ready AND t.assigned THEN CASE
      WHEN EXISTS (SELECT 1 FROM pause_view p WHERE p.scope IN ('', t.project_id)) THEN 'pause' ELSE 'turn' END
    END AS pending,
  CASE
    WHEN t.stage = 'resting' THEN (SELECT w.until FROM rest_view w WHERE w.task_id = t.id)
    WHEN t.status = 'open' AND NOT t.waits AND t.asleep THEN t.asleep_until END AS pending_until
  FROM `task_view` t;
