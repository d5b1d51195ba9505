CREATE TABLE `task_checkpoints` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`task_n` integer NOT NULL,
	`sequence` integer NOT NULL,
	`type` text NOT NULL,
	`text` text NOT NULL,
	`files` text NOT NULL,
	`commit_sha` text,
	`author` text NOT NULL,
	`run_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`task_n`) REFERENCES `tasks`(`n`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `task_checkpoints_id_unique` ON `task_checkpoints` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `task_checkpoints_sequence` ON `task_checkpoints` (`task_n`,`sequence`);--> statement-breakpoint
CREATE TABLE `task_plans` (
	`task_n` integer PRIMARY KEY NOT NULL,
	`goal` text NOT NULL,
	`approach` text NOT NULL,
	`alternatives` text NOT NULL,
	`steps` text NOT NULL,
	`files` text NOT NULL,
	`digest` text NOT NULL,
	`written_by` text NOT NULL,
	`written_at` integer NOT NULL,
	`approved_by` text,
	`approved_at` integer,
	FOREIGN KEY (`task_n`) REFERENCES `tasks`(`n`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP INDEX `tasks_ready`;--> statement-breakpoint
ALTER TABLE `tasks` ADD `dependents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tasks` ADD `labels` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `tasks` ADD `closed_children` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tasks` ADD `asleep_until` integer;--> statement-breakpoint
ALTER TABLE `tasks` ADD `defer_until` integer;--> statement-breakpoint
ALTER TABLE `tasks` ADD `due_at` integer;--> statement-breakpoint
ALTER TABLE `tasks` ADD `estimate` integer;--> statement-breakpoint
ALTER TABLE `tasks` ADD `size` text;--> statement-breakpoint
ALTER TABLE `tasks` ADD `role` text;--> statement-breakpoint
CREATE INDEX `tasks_epics` ON `tasks` (`priority`,`created_at`,`n`) WHERE type = 'epic' and status <> 'closed' and deleted_at is null;--> statement-breakpoint
CREATE INDEX `tasks_due` ON `tasks` (`due_at`,`n`) WHERE due_at is not null and status <> 'closed' and deleted_at is null;--> statement-breakpoint
CREATE INDEX `tasks_trash` ON `tasks` (`deleted_at`,`n`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `tasks_ready` ON `tasks` (`priority`,`created_at`,`n`,`asleep_until`,`id`,`title`,`type`,`assignee`,`dispatch`,`stage`,`parent_n`,`project_id`,`updated_at`,`revision`,`due_at`,`defer_until`,`estimate`,`dependents`,`labels`,`status`,`open_blockers`,`open_children`,`held`,`requires_plan`,`plan_approved`,`deleted_at`) WHERE status = 'open' and open_blockers = 0 and open_children = 0 and held = 0 and type <> 'epic' and (requires_plan = 0 or plan_approved = 1) and deleted_at is null;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `design` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `check_command` text;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `external_ref` text;--> statement-breakpoint
ALTER TABLE `task_bodies` ADD `metadata` text;--> statement-breakpoint
ALTER TABLE `task_dependencies` ADD `gate` text;
--> statement-breakpoint
DROP TRIGGER tasks_dependency_added;
--> statement-breakpoint
DROP TRIGGER tasks_dependency_removed;
--> statement-breakpoint
DROP TRIGGER tasks_blocker_changed;
--> statement-breakpoint
DROP TRIGGER tasks_child_added;
--> statement-breakpoint
DROP TRIGGER tasks_child_changed;
--> statement-breakpoint
-- Counters are recounted, never added to, so that no order of statements can make them drift; only the number of
-- dependents is added to, since a task that thousands need would be counted anew for each of them.
CREATE TRIGGER tasks_dependency_added AFTER INSERT ON task_dependencies
BEGIN
  UPDATE tasks SET dependents = dependents + 1 WHERE n = NEW.on_n AND NEW.type <> 'related' AND NEW.type <> 'discovered-from';
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed'))
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
      (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed'))
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
      (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed'))
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
      (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed'))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed'))
      OR (d.type = 'waits-for' AND b.deleted_at IS NULL AND b.open_children > 0
        AND (d.gate IS NOT 'any' OR b.closed_children = 0))
    )
  ) WHERE n IN (SELECT task_n FROM task_dependencies WHERE on_n = NEW.n);
END;
--> statement-breakpoint
CREATE TRIGGER tasks_child_added AFTER INSERT ON tasks
WHEN NEW.parent_n IS NOT NULL
BEGIN
  UPDATE tasks SET
    open_children = (SELECT count(*) FROM tasks c
      WHERE c.parent_n = tasks.n AND c.status <> 'closed' AND c.deleted_at IS NULL),
    closed_children = (SELECT count(*) FROM tasks c
      WHERE c.parent_n = tasks.n AND c.status = 'closed' AND c.deleted_at IS NULL)
  WHERE n = NEW.parent_n;
  UPDATE tasks SET held = coalesce((
    SELECT p.status <> 'closed' AND p.deleted_at IS NULL AND (p.held = 1 OR p.open_blockers > 0 OR p.status = 'blocked')
    FROM tasks p WHERE p.n = tasks.parent_n
  ), 0) WHERE n = NEW.n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_child_changed AFTER UPDATE OF status, parent_n, deleted_at ON tasks
WHEN (OLD.parent_n IS NOT NULL OR NEW.parent_n IS NOT NULL)
  AND (OLD.parent_n IS NOT NEW.parent_n OR OLD.deleted_at IS NOT NEW.deleted_at OR (OLD.status = 'closed') <> (NEW.status = 'closed'))
BEGIN
  UPDATE tasks SET
    open_children = (SELECT count(*) FROM tasks c
      WHERE c.parent_n = tasks.n AND c.status <> 'closed' AND c.deleted_at IS NULL),
    closed_children = (SELECT count(*) FROM tasks c
      WHERE c.parent_n = tasks.n AND c.status = 'closed' AND c.deleted_at IS NULL)
  WHERE n IN (OLD.parent_n, NEW.parent_n);
END;
--> statement-breakpoint
-- Sleep is the latest date of a task and its open ancestors. Nothing wakes it: who asks what is ready compares with the time.
CREATE TRIGGER tasks_sleep_added AFTER INSERT ON tasks
WHEN NEW.parent_n IS NOT NULL OR NEW.defer_until IS NOT NULL
BEGIN
  UPDATE tasks SET asleep_until = nullif(max(coalesce(defer_until, 0), coalesce((
    SELECT p.asleep_until FROM tasks p WHERE p.n = tasks.parent_n AND p.status <> 'closed' AND p.deleted_at IS NULL
  ), 0)), 0) WHERE n = NEW.n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_sleep_set AFTER UPDATE OF defer_until, parent_n ON tasks
WHEN OLD.defer_until IS NOT NEW.defer_until OR OLD.parent_n IS NOT NEW.parent_n
BEGIN
  UPDATE tasks SET asleep_until = nullif(max(coalesce(defer_until, 0), coalesce((
    SELECT p.asleep_until FROM tasks p WHERE p.n = tasks.parent_n AND p.status <> 'closed' AND p.deleted_at IS NULL
  ), 0)), 0) WHERE n = NEW.n;
END;
--> statement-breakpoint
-- It walks down the tree by firing itself; it needs PRAGMA recursive_triggers = ON.
CREATE TRIGGER tasks_sleep_changed AFTER UPDATE OF asleep_until, status, deleted_at ON tasks
WHEN iif(OLD.status <> 'closed' AND OLD.deleted_at IS NULL, OLD.asleep_until, NULL) IS NOT iif(NEW.status <> 'closed' AND NEW.deleted_at IS NULL, NEW.asleep_until, NULL)
BEGIN
  UPDATE tasks SET asleep_until = nullif(max(coalesce(defer_until, 0), coalesce((
    SELECT p.asleep_until FROM tasks p WHERE p.n = tasks.parent_n AND p.status <> 'closed' AND p.deleted_at IS NULL
  ), 0)), 0) WHERE parent_n = NEW.n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_label_added AFTER INSERT ON task_labels
BEGIN
  UPDATE tasks SET labels = (
    SELECT json_group_array(l.label ORDER BY l.label) FROM task_labels l WHERE l.task_n = tasks.n
  ) WHERE n = NEW.task_n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_label_removed AFTER DELETE ON task_labels
BEGIN
  UPDATE tasks SET labels = (
    SELECT json_group_array(l.label ORDER BY l.label) FROM task_labels l WHERE l.task_n = tasks.n
  ) WHERE n = OLD.task_n;
END;
--> statement-breakpoint
-- What the search reads. Texts stay where they are; the index holds words only.
CREATE VIEW task_texts AS
SELECT t.n, t.title, b.description, b.acceptance, b.design FROM tasks t JOIN task_bodies b ON b.task_n = t.n;
--> statement-breakpoint
CREATE VIRTUAL TABLE task_search USING fts5(
  title, description, acceptance, design,
  content = 'task_texts', content_rowid = 'n', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE comment_search USING fts5(
  text, content = 'task_comments', content_rowid = 'n', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE TRIGGER task_search_added AFTER INSERT ON task_bodies
BEGIN
  INSERT INTO task_search (rowid, title, description, acceptance, design)
  SELECT n, title, description, acceptance, design FROM task_texts WHERE n = NEW.task_n;
END;
--> statement-breakpoint
CREATE TRIGGER task_search_titled AFTER UPDATE OF title ON tasks
WHEN OLD.title <> NEW.title
BEGIN
  INSERT INTO task_search (task_search, rowid, title, description, acceptance, design)
  SELECT 'delete', n, OLD.title, description, acceptance, design FROM task_texts WHERE n = NEW.n;
  INSERT INTO task_search (rowid, title, description, acceptance, design)
  SELECT n, title, description, acceptance, design FROM task_texts WHERE n = NEW.n;
END;
--> statement-breakpoint
CREATE TRIGGER task_search_changed AFTER UPDATE OF description, acceptance, design ON task_bodies
WHEN OLD.description <> NEW.description OR OLD.acceptance <> NEW.acceptance OR OLD.design <> NEW.design
BEGIN
  INSERT INTO task_search (task_search, rowid, title, description, acceptance, design)
  SELECT 'delete', n, title, OLD.description, OLD.acceptance, OLD.design FROM task_texts WHERE n = NEW.task_n;
  INSERT INTO task_search (rowid, title, description, acceptance, design)
  SELECT n, title, description, acceptance, design FROM task_texts WHERE n = NEW.task_n;
END;
--> statement-breakpoint
CREATE TRIGGER comment_search_added AFTER INSERT ON task_comments
BEGIN
  INSERT INTO comment_search (rowid, text) VALUES (NEW.n, NEW.text);
END;
--> statement-breakpoint
CREATE TRIGGER comment_search_removed AFTER DELETE ON task_comments
BEGIN
  INSERT INTO comment_search (comment_search, rowid, text) VALUES ('delete', OLD.n, OLD.text);
END;
--> statement-breakpoint
CREATE TRIGGER comment_search_changed AFTER UPDATE OF text ON task_comments
WHEN OLD.text <> NEW.text
BEGIN
  INSERT INTO comment_search (comment_search, rowid, text) VALUES ('delete', OLD.n, OLD.text);
  INSERT INTO comment_search (rowid, text) VALUES (NEW.n, NEW.text);
END;
--> statement-breakpoint
INSERT INTO task_search (task_search) VALUES ('rebuild');
--> statement-breakpoint
INSERT INTO comment_search (comment_search) VALUES ('rebuild');
--> statement-breakpoint
UPDATE tasks SET
  labels = (SELECT json_group_array(l.label ORDER BY l.label) FROM task_labels l WHERE l.task_n = tasks.n),
  dependents = (SELECT count(*) FROM task_dependencies d
    WHERE d.on_n = tasks.n AND d.type <> 'related' AND d.type <> 'discovered-from'),
  closed_children = (SELECT count(*) FROM tasks c
    WHERE c.parent_n = tasks.n AND c.status = 'closed' AND c.deleted_at IS NULL);
