/** What other rooms may read of this one by SQL: the views that the database has for it, with their columns. */
export const views = {
  /** What waits for a person. */
  inbox_view: ['n', 'id', 'subject', 'run_id', 'title', 'state', 'created_at'],
} as const;
