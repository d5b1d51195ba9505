/** What other rooms may read of this one by SQL: the views that the database has for it, with their columns. */
export const views = {
  /** What waits for a person. */
  inbox_view: ['n', 'id', 'subject', 'run_id', 'title', 'state', 'created_at'],
  /** What agents asked a person that is not answered yet. */
  ask_view: ['n', 'run_id', 'title', 'created_at'],
} as const;
