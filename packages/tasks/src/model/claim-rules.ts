import { err, type Instant, ok, type Result, toIsoOrNull } from '@cw/kernel';
import type { Task } from './task.ts';
import type { ClaimFailure } from './task-failure.ts';

/** Who wants to hold a task. A person holds by name, without expiry; an agent by a lease. */
export type TaskHolder = { readonly name: string; readonly kind: 'person' | 'agent' };

/** True while somebody's claim counts. What a room further on works at is held until that room lets go of it. */
export function isHeld(task: Task, at: Instant): boolean {
  if (task.leaseHolder === null) return false;
  return task.stage !== null || task.leaseExpiresAt === null || task.leaseExpiresAt > at;
}

/** Refuses what somebody else holds. */
export function checkNotHeldByOther(task: Task, holder: string | null, at: Instant): Result<void, ClaimFailure> {
  if (task.leaseHolder === null || task.leaseHolder === holder || !isHeld(task, at)) return ok(undefined);
  return err({
    kind: 'task.claimed',
    taskId: task.id,
    holder: task.leaseHolder,
    expiresAt: toIsoOrNull(task.leaseExpiresAt),
  });
}

/** Refuses to take from under a run what it is at work on: the run is stopped first. What only rests may be taken. */
export function checkNotRunning(task: Task): Result<void, ClaimFailure> {
  return task.stage === null || task.stage === 'resting'
    ? ok(undefined)
    : err({ kind: 'task.running', taskId: task.id, stage: task.stage });
}

/**
 * Whether somebody may act on a task that may be claimed: people on any that no run works at, agents only on what
 * nobody else holds.
 */
export function checkMayAct(task: Task, holder: TaskHolder, at: Instant): Result<void, ClaimFailure> {
  const running = checkNotRunning(task);
  if (!running.ok) return running;
  return holder.kind === 'person' ? ok(undefined) : checkNotHeldByOther(task, holder.name, at);
}
