/** What other rooms may read of this one by SQL: the views that the database has for it, with their columns. */
export const views = {
  /** Runs: of which task, by whom, how far, and what came of them. */
  run_view: [
    'n',
    'id',
    'task_id',
    'project_id',
    'role',
    'provider',
    'model',
    'account_id',
    'step',
    'outcome',
    'reason',
    'cost_usd',
    'estimated',
    'created_at',
    'started_at',
    'ended_at',
    'failure',
    'agent_id',
    'stall',
    'worktree',
  ],
  /** Who the agents are. */
  agent_view: ['n', 'id', 'name', 'role', 'capabilities', 'kind', 'removed_at'],
} as const;
