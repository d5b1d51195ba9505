CREATE TABLE `agents` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`provider` text NOT NULL,
	`project_id` text,
	`capabilities` text DEFAULT '[]' NOT NULL,
	`kind` text NOT NULL,
	`last_seen_at` integer,
	`registered_at` integer NOT NULL,
	`registered_by` text NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agents_id_unique` ON `agents` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `agents_name` ON `agents` (`name`) WHERE removed_at is null;--> statement-breakpoint
CREATE TABLE `account_rests` (
	`provider` text NOT NULL,
	`account_id` text NOT NULL,
	`cause` text NOT NULL,
	`until` integer,
	`times` integer DEFAULT 1 NOT NULL,
	`reason` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`provider`, `account_id`)
);
--> statement-breakpoint
CREATE TABLE `pauses` (
	`scope` text PRIMARY KEY NOT NULL,
	`cause` text NOT NULL,
	`reason` text,
	`paused_by` text NOT NULL,
	`paused_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rests` (
	`task_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`cause` text NOT NULL,
	`until` integer,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rests_until` ON `rests` (`until`);--> statement-breakpoint
CREATE TABLE `retries` (
	`task_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`resume` integer NOT NULL,
	`tries` integer NOT NULL,
	`model` text,
	`note` text,
	`asked_by` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `runs` ADD `failure` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `limit_resets_at` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `turns` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `resumes` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `note` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `agent_id` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `last_sign_at` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `stall` text;--> statement-breakpoint
CREATE INDEX `runs_agent` ON `runs` (`agent_id`,`n`) WHERE agent_id is not null;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `files` text;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `requires` text;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `gate` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `gate_approved_at` integer;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `gate_approved_by` text;
--> statement-breakpoint
DROP INDEX `tasks_dispatch`;
--> statement-breakpoint
CREATE INDEX `tasks_dispatch` ON `tasks` (`priority`,`created_at`,`n`,`asleep_until`,`project_id`,`lease_holder`) WHERE dispatch <> 'manual' and status = 'open' and open_blockers = 0 and open_children = 0 and held = 0 and type <> 'epic' and (requires_plan = 0 or plan_approved = 1) and deleted_at is null;
--> statement-breakpoint
CREATE INDEX `tasks_at_work` ON `tasks` (`project_id`,`n`) WHERE status = 'in_progress' and deleted_at is null;
--> statement-breakpoint
-- What came of a task that is a gate keeps back what needs it until a person has approved it.
DROP TRIGGER tasks_dependency_added;
--> statement-breakpoint
DROP TRIGGER tasks_dependency_removed;
--> statement-breakpoint
DROP TRIGGER tasks_dependency_changed;
--> statement-breakpoint
DROP TRIGGER tasks_blocker_changed;
--> statement-breakpoint
CREATE TRIGGER tasks_dependency_added AFTER INSERT ON task_dependencies
BEGIN
  UPDATE tasks SET dependents = dependents + 1 WHERE n = NEW.on_n AND NEW.type <> 'related' AND NEW.type <> 'discovered-from';
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed' OR EXISTS (
        SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed'))
      OR (d.type = 'waits-for' AND b.deleted_at IS NULL AND b.open_children > 0
        AND (d.gate IS NOT 'any' OR b.closed_children = 0))
    )
  ) WHERE n = NEW.task_n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_dependency_removed AFTER DELETE ON task_dependencies
BEGIN
  UPDATE tasks SET dependents = dependents - 1 WHERE n = OLD.on_n AND OLD.type <> 'related' AND OLD.type <> 'discovered-from';
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed' OR EXISTS (
        SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed'))
      OR (d.type = 'waits-for' AND b.deleted_at IS NULL AND b.open_children > 0
        AND (d.gate IS NOT 'any' OR b.closed_children = 0))
    )
  ) WHERE n = OLD.task_n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_dependency_changed AFTER UPDATE OF gate ON task_dependencies
BEGIN
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed' OR EXISTS (
        SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed'))
      OR (d.type = 'waits-for' AND b.deleted_at IS NULL AND b.open_children > 0
        AND (d.gate IS NOT 'any' OR b.closed_children = 0))
    )
  ) WHERE n = NEW.task_n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_blocker_changed AFTER UPDATE OF status, outcome, open_children, closed_children, deleted_at ON tasks
WHEN OLD.status IS NOT NEW.status OR OLD.outcome IS NOT NEW.outcome OR OLD.deleted_at IS NOT NEW.deleted_at
  OR (OLD.open_children = 0) <> (NEW.open_children = 0) OR (OLD.closed_children = 0) <> (NEW.closed_children = 0)
BEGIN
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed' OR EXISTS (
        SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed'))
      OR (d.type = 'waits-for' AND b.deleted_at IS NULL AND b.open_children > 0
        AND (d.gate IS NOT 'any' OR b.closed_children = 0))
    )
  ) WHERE n IN (SELECT task_n FROM task_dependencies WHERE on_n = NEW.n);
END;
--> statement-breakpoint
CREATE TRIGGER tasks_gate_changed AFTER UPDATE OF gate, gate_approved_at ON task_bodies
WHEN OLD.gate <> NEW.gate OR OLD.gate_approved_at IS NOT NEW.gate_approved_at
BEGIN
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed' OR EXISTS (
        SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed'))
      OR (d.type = 'waits-for' AND b.deleted_at IS NULL AND b.open_children > 0
        AND (d.gate IS NOT 'any' OR b.closed_children = 0))
    )
  ) WHERE n IN (SELECT task_n FROM task_dependencies WHERE on_n = NEW.task_n);
END;
