import { type Instant, toIso } from '@cw/kernel';
import type { Task } from './task.ts';
import type { NotReadyReason } from './task-failure.ts';
import type { Blocker, TaskState } from './task-view.ts';

/** What of a task decides the state people see. */
export type StateFacts = Pick<Task, 'status' | 'outcome' | 'stage' | 'openBlockers' | 'held'> & {
  readonly ready: boolean;
  /** It or an ancestor is deferred to a time that has not come. */
  readonly asleep: boolean;
  /** It is to have a plan, and none is approved. */
  readonly needsPlan: boolean;
};

/** The one state that people see, from status, outcome, dependencies and what is being done with it. */
export function stateOf(facts: StateFacts): TaskState {
  if (facts.status === 'closed') return facts.outcome ?? 'done';
  if (facts.status === 'blocked') return 'needs-you';
  if (facts.stage === 'merging') return 'merging';
  if (facts.stage === 'resting') return 'waiting';
  if (facts.status === 'in_progress') return 'in-progress';
  if (facts.ready) return 'ready';
  if (facts.openBlockers > 0 || facts.held || facts.asleep) return 'waiting';
  return facts.needsPlan ? 'needs-plan' : 'open';
}

/** What a task waits for that no column of it tells. */
export type WaitFacts = {
  readonly blockers: readonly Blocker[];
  /** The task, itself or an ancestor, whose date it sleeps to. */
  readonly deferredBy: string | undefined;
};

/**
 * Why a task is not offered as work; nothing when it is ready. The same rule is `readyCondition` and, but for the date,
 * the condition of the index `tasks_ready`.
 */
export function notReadyReasons(task: ReadyFacts, waits: WaitFacts, now: Instant): readonly NotReadyReason[] {
  const reasons: NotReadyReason[] = [];
  if (task.status !== 'open') reasons.push({ why: 'status', status: task.status, reason: task.statusSaid });
  if (task.openBlockers > 0 || task.held) reasons.push({ why: 'waits', for: waits.blockers });
  if (task.openChildren > 0) reasons.push({ why: 'children', open: task.openChildren });
  else if (task.type === 'epic') reasons.push({ why: 'epic', needsBreakdown: task.closedChildren === 0 });
  if (task.requiresPlan && !task.planApproved) reasons.push({ why: 'plan' });
  if (isAsleep(task, now)) {
    reasons.push({ why: 'deferred', until: toIso(task.asleepUntil), by: waits.deferredBy ?? task.id });
  }
  return reasons;
}

export type ReadyFacts = Pick<
  Task,
  | 'id'
  | 'status'
  | 'statusSaid'
  | 'openBlockers'
  | 'openChildren'
  | 'closedChildren'
  | 'held'
  | 'type'
  | 'requiresPlan'
  | 'planApproved'
  | 'asleepUntil'
>;

/** Whether it or an ancestor is deferred to a time that has not come. */
export function isAsleep<T extends Pick<Task, 'asleepUntil'>>(
  task: T,
  now: Instant,
): task is T & { readonly asleepUntil: Instant } {
  return task.asleepUntil !== null && task.asleepUntil > now;
}
