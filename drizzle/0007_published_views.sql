-- What each room lets the others read of it (`views.ts` of the room).
CREATE VIEW `account_view` AS SELECT id, name
  FROM `accounts`;--> statement-breakpoint
CREATE VIEW `project_view` AS SELECT n, id, name, source, source_kind, dispatch, deleted_at
  FROM `projects`;--> statement-breakpoint
CREATE VIEW `user_view` AS SELECT n, id, name
  FROM `users`;--> statement-breakpoint
CREATE VIEW `task_view` AS SELECT n, id, title, status, outcome, status_reason, type, dispatch, stage, project_id, requires_plan, plan_approved,
  open_blockers, open_children, held, lease_holder, lease_expires_at, updated_at, started_at, closed_at,
  close_reason, deleted_at, asleep_until
  FROM `tasks`;--> statement-breakpoint
CREATE VIEW `task_text_view` AS SELECT task_n, gate, gate_approved_at
  FROM `task_bodies`;--> statement-breakpoint
CREATE VIEW `task_plan_view` AS SELECT task_n, goal, approach, digest, written_by, approved_at
  FROM `task_plans`;--> statement-breakpoint
CREATE VIEW `task_comment_view` AS SELECT task_n, text, created_at
  FROM `task_comments`;--> statement-breakpoint
CREATE VIEW `run_view` AS SELECT n, id, task_id, project_id, role, provider, model, account_id, step, outcome, reason, cost_usd, estimated,
  created_at, started_at, ended_at, failure, agent_id, stall, worktree
  FROM `runs`;--> statement-breakpoint
CREATE VIEW `agent_view` AS SELECT n, id, name, role, capabilities, kind, removed_at
  FROM `agents`;--> statement-breakpoint
CREATE VIEW `merge_view` AS SELECT n, id, project_id, task_id, run_id, head_sha, target_branch, state, reason, created_at, ended_at
  FROM `merge_requests`;--> statement-breakpoint
CREATE VIEW `inbox_view` AS SELECT n, id, subject, run_id, title, state, created_at
  FROM `inbox_items`;--> statement-breakpoint
CREATE VIEW `setting_view` AS SELECT key, value
  FROM `settings`;--> statement-breakpoint
CREATE VIEW `event_view` AS SELECT seq, type, entity, payload, run_id, at
  FROM `events`;
