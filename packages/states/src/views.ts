/** What other rooms may read of this one by SQL: the views that the database has for it, with their columns. */
export const views = {
  /**
   * The state of each task, a `TaskState`; why one that goes on by itself has not yet, a `PendingReason`, and until when.
   */
  task_state_view: ['n', 'id', 'project_id', 'deleted_at', 'state', 'pending', 'pending_until'],
  /** The state of each run, a `RunState`; `agent`: the `AgentState` of its agent, where it is the newest run of that. */
  run_state_view: ['n', 'id', 'task_id', 'project_id', 'agent_id', 'state', 'agent'],
} as const;
