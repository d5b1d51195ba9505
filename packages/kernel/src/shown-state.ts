/**
 * The states that people see of a task, in the order of its way. Which state a task is in is told by `task_state_view` of
 * `packages/states` and nowhere else.
 */
export const taskStates = [
  'open',
  'waiting',
  'limited',
  'needs-plan',
  'ready',
  'in-progress',
  'needs-you',
  'verifying',
  'merging',
  'done',
  'failed',
  'cancelled',
] as const;
export type TaskState = (typeof taskStates)[number];

/** The states that people see of a run, told by `run_state_view` of the same room. */
export const runStates = ['in-progress', 'needs-you', 'limited', 'done', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];

/**
 * The states of an agent. `waiting`: for a person. `on-hold`: for a limit, a sign-in or the next try. `offline`: from
 * outside, and not heard of.
 */
export const agentStates = ['working', 'waiting', 'stalled', 'on-hold', 'idle', 'offline'] as const;
export type AgentState = (typeof agentStates)[number];

/** How the states of agents read in a sentence. */
export const agentStateWords: Readonly<Record<AgentState, string>> = {
  working: 'working',
  waiting: 'waiting for you',
  stalled: 'stalled',
  'on-hold': 'on hold',
  idle: 'idle',
  offline: 'offline',
};

/**
 * Why a task that goes on by itself has not begun or gone on yet: its account is limited, it is tried again later, the
 * start of agents is paused, its date has not come, its merge was put on hold, it waits for other tasks, or for its turn.
 */
export const pendingReasons = ['limit', 'retry', 'pause', 'date', 'merge', 'dependency', 'turn'] as const;
export type PendingReason = (typeof pendingReasons)[number];

/** `on-hold`: until a time comes or a cause ends. `queued`: assigned to agents, and not begun. */
export const pendingKinds = ['on-hold', 'queued'] as const;
export type PendingKind = (typeof pendingKinds)[number];

/** Which of the two a reason makes it. */
export function pendingKind(why: PendingReason): PendingKind {
  return why === 'dependency' || why === 'turn' ? 'queued' : 'on-hold';
}
