-- A task whose merge was put on hold is on hold.
DROP VIEW `task_state_view`;--> statement-breakpoint
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
    WHEN t.status IN ('closed', 'blocked') THEN NULL
    WHEN t.stage = 'merging' THEN CASE
      WHEN EXISTS (SELECT 1 FROM merge_view m WHERE m.task_id = t.id AND m.ended_at IS NULL AND m.state = 'held')
      THEN 'merge' END
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
