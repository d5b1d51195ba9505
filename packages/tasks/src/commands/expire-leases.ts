import type { Act } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { applyChange } from './apply-change.ts';

/**
 * Puts back what agents claimed and did not renew, and tells of it in the history. What a run works at is left alone:
 * the room that runs it knows whether its agent lives.
 * @returns ids of the tasks that are free again.
 */
export async function expireLeases(store: TaskStore, act: Act): Promise<readonly string[]> {
  const expired = await store.expired();
  for (const task of expired) {
    await applyChange(store, task, {
      type: 'task.lease-expired',
      changes: { status: 'open', leaseHolder: null, leaseExpiresAt: null },
      act,
    });
  }
  return expired.map((task) => task.id);
}
