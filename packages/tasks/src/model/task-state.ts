import type { Task } from './task.ts';
import type { NotReadyReason } from './task-failure.ts';
import type { TaskState } from './task-view.ts';

/** What of a task decides the state people see. */
export type StateFacts = Pick<Task, 'status' | 'outcome' | 'stage' | 'openBlockers' | 'held'> & {
  readonly ready: boolean;
};

/** The one state that people see, from status, outcome, dependencies and what is being done with it. */
export function stateOf(facts: StateFacts): TaskState {
  if (facts.status === 'closed') return facts.outcome ?? 'done';
  if (facts.status === 'blocked') return 'needs-you';
  if (facts.stage === 'merging') return 'merging';
  if (facts.status === 'in_progress') return 'in-progress';
  if (facts.ready) return 'ready';
  return facts.openBlockers > 0 || facts.held ? 'waiting' : 'open';
}

/**
 * Why a task is not offered as work; nothing when it is ready. The same rule is the condition of the index `tasks_ready`.
 * @param waitsFor ids of what it or an ancestor waits for.
 */
export function notReadyReasons(task: Task, waitsFor: readonly string[]): readonly NotReadyReason[] {
  const reasons: NotReadyReason[] = [];
  if (task.status !== 'open') reasons.push({ why: 'status', status: task.status, reason: task.statusReason });
  if (task.openBlockers > 0 || task.held) reasons.push({ why: 'waits', for: waitsFor });
  if (task.openChildren > 0) reasons.push({ why: 'children', open: task.openChildren });
  else if (task.type === 'epic') reasons.push({ why: 'epic' });
  if (task.requiresPlan && !task.planApproved) reasons.push({ why: 'plan' });
  return reasons;
}
