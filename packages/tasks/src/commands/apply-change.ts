import type { Act } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { Task, TaskChanges } from '../model/task.ts';
import type { TaskChangeType } from '../model/task-events.ts';

/**
 * Writes what differs and tells it in the history with both sides. Nothing is written, and nothing told, where nothing
 * differs.
 * @returns the revision that the task is at then.
 */
export async function applyChange(
  store: TaskStore,
  task: Task,
  told: { readonly type: TaskChangeType; readonly changes: TaskChanges; readonly act: Act },
): Promise<number> {
  const { before, after } = differences(task, told.changes);
  if (Object.keys(after).length === 0) return task.revision;
  const revision = await store.change(task, after);
  await store.append({ type: told.type, entity: task.id, payload: { revision, before, after } }, told.act);
  return revision;
}

/** The wanted fields that are not so yet, as they were and as they shall be. */
export function differences(task: Task, wanted: TaskChanges): { before: TaskChanges; after: TaskChanges } {
  const current: Readonly<Record<string, unknown>> = task;
  const entries = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !same(current[field], value),
  );
  return {
    before: Object.fromEntries(entries.map(([field]) => [field, current[field]])),
    after: Object.fromEntries(entries),
  };
}

function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return isObject(left) && isObject(right) && JSON.stringify(left) === JSON.stringify(right);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
