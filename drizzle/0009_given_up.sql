-- What failed, was cancelled or lies in the trash keeps what needs it, and what is below it, waiting.
DROP TRIGGER tasks_dependency_added;
--> statement-breakpoint
DROP TRIGGER tasks_dependency_removed;
--> statement-breakpoint
DROP TRIGGER tasks_dependency_changed;
--> statement-breakpoint
DROP TRIGGER tasks_blocker_changed;
--> statement-breakpoint
DROP TRIGGER tasks_gate_changed;
--> statement-breakpoint
DROP TRIGGER tasks_child_added;
--> statement-breakpoint
DROP TRIGGER tasks_parent_set;
--> statement-breakpoint
DROP TRIGGER tasks_hold_changed;
--> statement-breakpoint
CREATE TRIGGER tasks_dependency_added AFTER INSERT ON task_dependencies
BEGIN
  UPDATE tasks SET dependents = dependents + 1 WHERE n = NEW.on_n AND NEW.type <> 'related' AND NEW.type <> 'discovered-from';
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND (b.deleted_at IS NOT NULL OR b.status <> 'closed' OR b.outcome IN ('failed', 'cancelled') OR EXISTS (
        SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed' AND b.deleted_at IS NULL))
      OR (d.type = 'waits-for' AND (b.deleted_at IS NOT NULL OR (b.status = 'closed' AND b.outcome IN ('failed', 'cancelled'))
        OR (b.open_children > 0 AND (d.gate IS NOT 'any' OR NOT EXISTS (
          SELECT 1 FROM tasks c WHERE c.parent_n = b.n AND c.status = 'closed' AND c.outcome IS NOT 'failed'
            AND c.outcome IS NOT 'cancelled' AND c.deleted_at IS NULL)))))
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
      (d.type = 'blocks' AND (b.deleted_at IS NOT NULL OR b.status <> 'closed' OR b.outcome IN ('failed', 'cancelled') OR EXISTS (
        SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed' AND b.deleted_at IS NULL))
      OR (d.type = 'waits-for' AND (b.deleted_at IS NOT NULL OR (b.status = 'closed' AND b.outcome IN ('failed', 'cancelled'))
        OR (b.open_children > 0 AND (d.gate IS NOT 'any' OR NOT EXISTS (
          SELECT 1 FROM tasks c WHERE c.parent_n = b.n AND c.status = 'closed' AND c.outcome IS NOT 'failed'
            AND c.outcome IS NOT 'cancelled' AND c.deleted_at IS NULL)))))
    )
  ) WHERE n = OLD.task_n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_dependency_changed AFTER UPDATE OF gate ON task_dependencies
BEGIN
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND (b.deleted_at IS NOT NULL OR b.status <> 'closed' OR b.outcome IN ('failed', 'cancelled') OR EXISTS (
        SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed' AND b.deleted_at IS NULL))
      OR (d.type = 'waits-for' AND (b.deleted_at IS NOT NULL OR (b.status = 'closed' AND b.outcome IN ('failed', 'cancelled'))
        OR (b.open_children > 0 AND (d.gate IS NOT 'any' OR NOT EXISTS (
          SELECT 1 FROM tasks c WHERE c.parent_n = b.n AND c.status = 'closed' AND c.outcome IS NOT 'failed'
            AND c.outcome IS NOT 'cancelled' AND c.deleted_at IS NULL)))))
    )
  ) WHERE n = NEW.task_n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_blocker_changed AFTER UPDATE OF status, outcome, open_children, closed_children, deleted_at ON tasks
WHEN OLD.status IS NOT NEW.status OR OLD.outcome IS NOT NEW.outcome OR OLD.deleted_at IS NOT NEW.deleted_at
  OR (OLD.open_children = 0) <> (NEW.open_children = 0) OR OLD.closed_children <> NEW.closed_children
BEGIN
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND (b.deleted_at IS NOT NULL OR b.status <> 'closed' OR b.outcome IN ('failed', 'cancelled') OR EXISTS (
        SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed' AND b.deleted_at IS NULL))
      OR (d.type = 'waits-for' AND (b.deleted_at IS NOT NULL OR (b.status = 'closed' AND b.outcome IN ('failed', 'cancelled'))
        OR (b.open_children > 0 AND (d.gate IS NOT 'any' OR NOT EXISTS (
          SELECT 1 FROM tasks c WHERE c.parent_n = b.n AND c.status = 'closed' AND c.outcome IS NOT 'failed'
            AND c.outcome IS NOT 'cancelled' AND c.deleted_at IS NULL)))))
    )
  ) WHERE n IN (SELECT task_n FROM task_dependencies WHERE on_n = NEW.n);
END;
--> statement-breakpoint
-- Which child is done counts where one is enough, and its outcome may change while it is closed.
CREATE TRIGGER tasks_child_ended AFTER UPDATE OF outcome ON tasks
WHEN NEW.parent_n IS NOT NULL AND OLD.outcome IS NOT NEW.outcome
BEGIN
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND (b.deleted_at IS NOT NULL OR b.status <> 'closed' OR b.outcome IN ('failed', 'cancelled') OR EXISTS (
        SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed' AND b.deleted_at IS NULL))
      OR (d.type = 'waits-for' AND (b.deleted_at IS NOT NULL OR (b.status = 'closed' AND b.outcome IN ('failed', 'cancelled'))
        OR (b.open_children > 0 AND (d.gate IS NOT 'any' OR NOT EXISTS (
          SELECT 1 FROM tasks c WHERE c.parent_n = b.n AND c.status = 'closed' AND c.outcome IS NOT 'failed'
            AND c.outcome IS NOT 'cancelled' AND c.deleted_at IS NULL)))))
    )
  ) WHERE n IN (SELECT task_n FROM task_dependencies WHERE on_n = NEW.parent_n AND type = 'waits-for');
END;
--> statement-breakpoint
CREATE TRIGGER tasks_gate_changed AFTER UPDATE OF gate, gate_approved_at ON task_bodies
WHEN OLD.gate <> NEW.gate OR OLD.gate_approved_at IS NOT NEW.gate_approved_at
BEGIN
  UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND (b.deleted_at IS NOT NULL OR b.status <> 'closed' OR b.outcome IN ('failed', 'cancelled') OR EXISTS (
        SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed' AND b.deleted_at IS NULL))
      OR (d.type = 'waits-for' AND (b.deleted_at IS NOT NULL OR (b.status = 'closed' AND b.outcome IN ('failed', 'cancelled'))
        OR (b.open_children > 0 AND (d.gate IS NOT 'any' OR NOT EXISTS (
          SELECT 1 FROM tasks c WHERE c.parent_n = b.n AND c.status = 'closed' AND c.outcome IS NOT 'failed'
            AND c.outcome IS NOT 'cancelled' AND c.deleted_at IS NULL)))))
    )
  ) WHERE n IN (SELECT task_n FROM task_dependencies WHERE on_n = NEW.task_n);
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
  UPDATE tasks SET held = coalesce((SELECT CASE WHEN p.deleted_at IS NOT NULL THEN 1
    WHEN p.status = 'closed' THEN coalesce(p.outcome IN ('failed', 'cancelled'), 0)
    ELSE p.held = 1 OR p.open_blockers > 0 OR p.status = 'blocked' END FROM tasks p WHERE p.n = tasks.parent_n), 0) WHERE n = NEW.n;
END;
--> statement-breakpoint
CREATE TRIGGER tasks_parent_set AFTER UPDATE OF parent_n ON tasks
WHEN OLD.parent_n IS NOT NEW.parent_n
BEGIN
  UPDATE tasks SET held = coalesce((SELECT CASE WHEN p.deleted_at IS NOT NULL THEN 1
    WHEN p.status = 'closed' THEN coalesce(p.outcome IN ('failed', 'cancelled'), 0)
    ELSE p.held = 1 OR p.open_blockers > 0 OR p.status = 'blocked' END FROM tasks p WHERE p.n = tasks.parent_n), 0) WHERE n = NEW.n;
END;
--> statement-breakpoint
-- It walks down the tree by firing itself; it needs PRAGMA recursive_triggers = ON.
CREATE TRIGGER tasks_hold_changed AFTER UPDATE OF status, outcome, open_blockers, held, deleted_at ON tasks
WHEN (
  CASE WHEN OLD.deleted_at IS NOT NULL THEN 1
    WHEN OLD.status = 'closed' THEN coalesce(OLD.outcome IN ('failed', 'cancelled'), 0)
    ELSE OLD.held = 1 OR OLD.open_blockers > 0 OR OLD.status = 'blocked' END
) <> (
  CASE WHEN NEW.deleted_at IS NOT NULL THEN 1
    WHEN NEW.status = 'closed' THEN coalesce(NEW.outcome IN ('failed', 'cancelled'), 0)
    ELSE NEW.held = 1 OR NEW.open_blockers > 0 OR NEW.status = 'blocked' END
)
BEGIN
  UPDATE tasks SET held = CASE WHEN NEW.deleted_at IS NOT NULL THEN 1
    WHEN NEW.status = 'closed' THEN coalesce(NEW.outcome IN ('failed', 'cancelled'), 0)
    ELSE NEW.held = 1 OR NEW.open_blockers > 0 OR NEW.status = 'blocked' END
  WHERE parent_n = NEW.n;
END;
--> statement-breakpoint
UPDATE tasks SET open_blockers = (
    SELECT count(*) FROM task_dependencies d JOIN tasks b ON b.n = d.on_n
    WHERE d.task_n = tasks.n AND (
      (d.type = 'blocks' AND (b.deleted_at IS NOT NULL OR b.status <> 'closed' OR b.outcome IN ('failed', 'cancelled') OR EXISTS (
        SELECT 1 FROM task_bodies g WHERE g.task_n = b.n AND g.gate = 1 AND g.gate_approved_at IS NULL)))
      OR (d.type = 'on-failure' AND NOT (b.status = 'closed' AND b.outcome IS 'failed' AND b.deleted_at IS NULL))
      OR (d.type = 'waits-for' AND (b.deleted_at IS NOT NULL OR (b.status = 'closed' AND b.outcome IN ('failed', 'cancelled'))
        OR (b.open_children > 0 AND (d.gate IS NOT 'any' OR NOT EXISTS (
          SELECT 1 FROM tasks c WHERE c.parent_n = b.n AND c.status = 'closed' AND c.outcome IS NOT 'failed'
            AND c.outcome IS NOT 'cancelled' AND c.deleted_at IS NULL)))))
    )
  )
WHERE n IN (SELECT d.task_n FROM task_dependencies d JOIN tasks b ON b.n = d.on_n WHERE (b.deleted_at IS NOT NULL OR (b.status = 'closed' AND b.outcome IN ('failed', 'cancelled')) OR d.gate = 'any'));
--> statement-breakpoint
UPDATE tasks SET held = 1 WHERE held = 0 AND parent_n IN (
  SELECT n FROM tasks WHERE deleted_at IS NOT NULL OR (status = 'closed' AND outcome IN ('failed', 'cancelled')));
