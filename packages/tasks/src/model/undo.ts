import type { RecordedEvent } from '@cw/kernel';
import type { Task, TaskChanges } from './task.ts';
import type { TaskChangeType } from './task-events.ts';

/** What a command did to one task: from one revision to another. */
export type TaskStep = { readonly id: string; readonly from: number; readonly to: number };

/** What can be put back as it was, without asking anew whether the rules allow it. */
const undoable: ReadonlySet<string> = new Set<keyof TaskChanges>([
  'status',
  'outcome',
  'statusReason',
  'priority',
  'type',
  'assignee',
  'dispatch',
  'labels',
  'projectId',
  'leaseHolder',
  'leaseExpiresAt',
  'startedAt',
  'closedAt',
  'closeReason',
  'gateApprovedAt',
  'gateApprovedBy',
  'deletedAt',
]);

/**
 * The fields that a step changed, as they were before it; undefined where the history does not tell all of it, or where
 * more was changed than can be put back.
 * @param events of the task, oldest first.
 */
export function fieldsBefore(events: readonly RecordedEvent[], { from, to }: TaskStep): TaskChanges | undefined {
  const fields: Record<string, unknown> = {};
  let reached = from;
  for (const { payload } of events) {
    if (!isChange(payload) || payload.revision <= from || payload.revision > to) continue;
    if (payload.revision !== reached + 1) return undefined;
    reached = payload.revision;
    for (const [field, value] of Object.entries(payload.before)) {
      if (!undoable.has(field)) return undefined;
      if (!(field in fields)) fields[field] = value;
    }
  }
  return reached === to ? fields : undefined;
}

/** How the history names the way back. */
export function undoType(task: Task, before: TaskChanges): TaskChangeType {
  if (before.deletedAt !== undefined) return before.deletedAt === null ? 'task.restored' : 'task.deleted';
  if (before.status === 'closed') return 'task.closed';
  if (before.status === 'blocked') return 'task.blocked';
  if (before.leaseHolder) return 'task.claimed';
  return task.status === 'closed' && before.status !== undefined ? 'task.reopened' : 'task.updated';
}

type Change = { readonly revision: number; readonly before: Record<string, unknown> };

function isChange(payload: unknown): payload is Change {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'revision' in payload &&
    typeof payload.revision === 'number' &&
    'before' in payload &&
    typeof payload.before === 'object' &&
    payload.before !== null
  );
}
