/** What other rooms may read of this one by SQL: the views that the database has for it, with their columns. */
export const views = {
  /** Values that are set, in whichever scope. */
  setting_view: ['key', 'value'],
} as const;
