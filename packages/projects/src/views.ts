/** What other rooms may read of this one by SQL: the views that the database has for it, with their columns. */
export const views = {
  /** Which projects there are, and where each comes from. */
  project_view: ['n', 'id', 'name', 'source', 'source_kind', 'dispatch', 'deleted_at'],
} as const;
