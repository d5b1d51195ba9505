import { err, ok, systemAct } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { TaskHolder } from '../model/claim-rules.ts';
import { defaultLeaseMs } from '../model/task.ts';
import type { TaskView } from '../model/task-view.ts';
import { expireLeases } from './expire-leases.ts';
import { resolveTask, type TaskResult } from './task-work.ts';

export type HeartbeatInput = {
  readonly task: string;
  readonly holder: TaskHolder;
  /** Milliseconds from now. @defaultValue 300000 */
  readonly leaseMs?: number | undefined;
};

/**
 * Says that the holder of a task still works at it, which renews an agent's lease. One that ran out is not renewed: the
 * task may be somebody else's by now, and is claimed again. A person's claim needs no renewing.
 */
export async function heartbeatTask(store: TaskStore, input: HeartbeatInput): Promise<TaskResult<TaskView>> {
  await expireLeases(store, systemAct('leases'));
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const { id, leaseHolder, leaseExpiresAt } = task.value;
  if (leaseHolder === null || leaseHolder !== input.holder.name) {
    return err({ kind: 'task.not-held', taskId: id, holder: leaseHolder });
  }
  if (leaseExpiresAt !== null) await store.renewLease(task.value, store.at + (input.leaseMs ?? defaultLeaseMs));
  return ok(await store.view(id));
}
