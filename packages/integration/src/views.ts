/** What other rooms may read of this one by SQL: the views that the database has for it, with their columns. */
export const views = {
  /** Merge requests and how each stands. */
  merge_view: [
    'n',
    'id',
    'project_id',
    'task_id',
    'run_id',
    'head_sha',
    'target_branch',
    'state',
    'reason',
    'created_at',
    'ended_at',
  ],
} as const;
