/** What other rooms may read of this one by SQL: the views that the database has for it, with their columns. */
export const views = {
  /** What happened. */
  event_view: ['seq', 'type', 'entity', 'payload', 'run_id', 'at'],
} as const;
