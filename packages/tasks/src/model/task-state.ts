import { type Instant, type PendingReason, pendingKind, toIso, toIsoOrNull } from '@cw/kernel';
import type { Task } from './task.ts';
import type { NotReadyReason } from './task-failure.ts';
import type { Blocker, Pending } from './task-view.ts';

const pendingWords: Readonly<Record<PendingReason, string>> = {
  limit: 'its account is limited',
  retry: 'it is tried again later',
  pause: 'the start of agents is paused',
  date: 'it is deferred',
  merge: 'its merge is on hold',
  dependency: 'it begins once what it waits for is done',
  turn: 'it waits for its turn',
};

/** @param stored what the room of states says of a task; @param said why it rests or its merge is on hold, in words */
export function pendingOf(
  stored: { readonly pending: PendingReason | null; readonly pendingUntil: Instant | null },
  said: string | null,
): Pending | null {
  const { pending: why, pendingUntil } = stored;
  if (why === null) return null;
  const isSaid = why === 'limit' || why === 'retry' || why === 'merge';
  const reason = (isSaid ? said : null) ?? pendingWords[why];
  return { kind: pendingKind(why), why, reason, until: toIsoOrNull(pendingUntil) };
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
