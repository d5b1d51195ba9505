/** What other rooms may read of this one by SQL: the views that the database has for it, with their columns. */
export const views = {
  /** Tasks that are tried again later, and whether it is their account that they wait for; only in the stage `resting`. */
  rest_view: ['task_id', 'run_id', 'cause', 'limited', 'until'],
  /** Where no agents are started at present: everywhere (an empty scope), or in a project. */
  pause_view: ['scope', 'reason'],
} as const;
