/** What other rooms may read of this one by SQL: the views that the database has for it, with their columns. */
export const views = {
  /** Who the people are. */
  user_view: ['n', 'id', 'name'],
} as const;
