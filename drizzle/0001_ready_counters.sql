-- Keeps tasks.open_blockers, tasks.open_children and tasks.held exact whoever writes.
-- They are recounted, never added to, so that no order of statements can make them drift.
-- tasks_hold_changed walks down the tree by firing itself; it needs PRAGMA recursive_triggers = ON.
CREATE TRIGGER tasks_dependency_added AFTER INSERT ON task_dependencies
BEGIN
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed'))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome = 'failed'))
      OR (d.type = 'waits-for' AND b.deleted_at IS NULL AND b.open_children > 0)
    )
  ) WHERE n = NEW.task_n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_dependency_removed AFTER DELETE ON task_dependencies
BEGIN
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed'))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome = 'failed'))
      OR (d.type = 'waits-for' AND b.deleted_at IS NULL AND b.open_children > 0)
    )
  ) WHERE n = OLD.task_n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_blocker_changed AFTER UPDATE OF status, outcome, open_children, deleted_at ON tasks
WHEN OLD.status IS NOT NEW.status OR OLD.outcome IS NOT NEW.outcome OR OLD.deleted_at IS NOT NEW.deleted_at OR (OLD.open_children = 0) <> (NEW.open_children = 0)
BEGIN
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND b.deleted_at IS NULL AND (b.status <> 'closed' OR b.outcome = 'failed'))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome = 'failed'))
      OR (d.type = 'waits-for' AND b.deleted_at IS NULL AND b.open_children > 0)
    )
  ) WHERE n IN (SELECT task_n FROM task_dependencies WHERE on_n = NEW.n);
END;
--> statement-breakpoint
CREATE TRIGGER tasks_child_added AFTER INSERT ON tasks
WHEN NEW.parent_n IS NOT NULL
BEGIN
  UPDATE tasks SET open_children = (
    SELECT count(*) FROM tasks c WHERE c.parent_n = tasks.n AND c.status <> 'closed' AND c.deleted_at IS NULL
  ) WHERE n = NEW.parent_n;
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
  UPDATE tasks SET open_children = (
    SELECT count(*) FROM tasks c WHERE c.parent_n = tasks.n AND c.status <> 'closed' AND c.deleted_at IS NULL
  ) WHERE n IN (OLD.parent_n, NEW.parent_n);
END;
--> statement-breakpoint
CREATE TRIGGER tasks_parent_set AFTER UPDATE OF parent_n ON tasks
WHEN OLD.parent_n IS NOT NEW.parent_n
BEGIN
  UPDATE tasks SET held = coalesce((
    SELECT p.status <> 'closed' AND p.deleted_at IS NULL AND (p.held = 1 OR p.open_blockers > 0 OR p.status = 'blocked')
    FROM tasks p WHERE p.n = tasks.parent_n
  ), 0) WHERE n = NEW.n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_hold_changed AFTER UPDATE OF status, open_blockers, held, deleted_at ON tasks
WHEN (OLD.status <> 'closed' AND OLD.deleted_at IS NULL AND (OLD.held = 1 OR OLD.open_blockers > 0 OR OLD.status = 'blocked'))
  <> (NEW.status <> 'closed' AND NEW.deleted_at IS NULL AND (NEW.held = 1 OR NEW.open_blockers > 0 OR NEW.status = 'blocked'))
BEGIN
  UPDATE tasks SET held = NEW.status <> 'closed' AND NEW.deleted_at IS NULL AND (NEW.held = 1 OR NEW.open_blockers > 0 OR NEW.status = 'blocked')
  WHERE parent_n = NEW.n;
END;
