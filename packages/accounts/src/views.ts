/** What other rooms may read of this one by SQL: the views that the database has for it, with their columns. */
export const views = {
  /** Who an account is. */
  account_view: ['id', 'name'],
} as const;
