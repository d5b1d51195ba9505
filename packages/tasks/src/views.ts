/** What other rooms may read of this one by SQL: the views that the database has for it, with their columns. */
export const views = {
  /** How each task stands. */
  task_view: [
    'n',
    'id',
    'title',
    'status',
    'outcome',
    'status_reason',
    'type',
    'dispatch',
    'stage',
    'project_id',
    'requires_plan',
    'plan_approved',
    'open_blockers',
    'open_children',
    'held',
    'lease_holder',
    'lease_expires_at',
    'updated_at',
    'started_at',
    'closed_at',
    'close_reason',
    'deleted_at',
    'asleep_until',
    'waits',
    'asleep',
    'needs_plan',
    'ready',
    'assigned',
  ],
  /** What is to be approved of a task. */
  task_text_view: ['task_n', 'gate', 'gate_approved_at'],
  /** Plans, and whether they are approved. */
  task_plan_view: ['task_n', 'goal', 'approach', 'digest', 'written_by', 'approved_at'],
  /** What was said about a task, and when. */
  task_comment_view: ['task_n', 'text', 'created_at'],
} as const;
