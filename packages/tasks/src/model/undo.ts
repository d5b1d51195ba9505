import type { RecordedEvent } from '@cw/kernel';
import type { Task, TaskChanges } from './task.ts';
import type { DependencyChange, TaskChangeType } from './task-events.ts';
import { fieldsOf } from './task-fields.ts';
import type { DependencyType, WaitGate } from './task-view.ts';

/** What was done to one task: from one revision to another; one that was created comes from 0. */
export type TaskStep = { readonly id: string; readonly from: number; readonly to: number };

/** What can be put back as it was, without asking anew whether the rules allow it; a parent is asked about. */
const undoable: ReadonlySet<string> = new Set<keyof TaskChanges>([
  ...fieldsOf('words', 'standing', 'place', 'details').map(({ field }) => field),
  'labels',
  'parentId',
  'leaseHolder',
  'leaseExpiresAt',
  'gateApprovedAt',
  'gateApprovedBy',
  'deletedAt',
]);

/** A dependency that came or went. */
export type EdgeChange = {
  readonly added: boolean;
  readonly type: DependencyType;
  readonly onId: string;
  readonly gate: WaitGate | undefined;
};

/**
 * The fields that a step changed, as they were before it; undefined where the history does not tell all of it, or where
 * more was changed than can be put back.
 * @param events of the task, oldest first.
 */
export function fieldsBefore(events: readonly RecordedEvent[], step: TaskStep): TaskChanges | undefined {
  const payloads = payloadsOf(events, step).map(({ payload }) => payload);
  const isWhole = payloads.length === step.to - step.from && payloads.every(isTold);
  if (!isWhole) return undefined;
  const fields: Record<string, unknown> = {};
  for (const [field, value] of payloads.filter(isChange).flatMap(({ before }) => Object.entries(before))) {
    if (!undoable.has(field)) return undefined;
    if (!(field in fields)) fields[field] = value;
  }
  return fields;
}

/** The dependencies that a step added and removed, the last one first. @param events of the task, oldest first. */
export function edgesOf(events: readonly RecordedEvent[], step: TaskStep): readonly EdgeChange[] {
  return payloadsOf(events, step)
    .flatMap(({ type, payload }) =>
      isEdge(payload)
        ? [{ added: type === 'task.dependency-added', type: payload.type, onId: payload.onId, gate: payload.gate }]
        : [],
    )
    .reverse();
}

type Revising = { readonly type: string; readonly payload: Revised };

/** What made the revisions of a step, oldest first. */
function payloadsOf(events: readonly RecordedEvent[], { from, to }: TaskStep): readonly Revising[] {
  return events.flatMap(({ type, payload }) =>
    isRevised(payload) && payload.revision > from && payload.revision <= to ? [{ type, payload }] : [],
  );
}

/** How the history names the way back. */
export function undoType(task: Task, before: TaskChanges): TaskChangeType {
  if (before.deletedAt !== undefined) return before.deletedAt === null ? 'task.restored' : 'task.deleted';
  if (before.status === 'closed') return 'task.closed';
  if (before.status === 'blocked') return 'task.blocked';
  if (before.leaseHolder) return 'task.claimed';
  return task.status === 'closed' && before.status !== undefined ? 'task.reopened' : 'task.updated';
}

type Revised = { readonly revision: number };
type Change = Revised & { readonly before: Record<string, unknown> };

function isRevised(payload: unknown): payload is Revised {
  return (
    typeof payload === 'object' && payload !== null && 'revision' in payload && typeof payload.revision === 'number'
  );
}

function isChange(payload: Revised): payload is Change {
  return 'before' in payload && typeof payload.before === 'object' && payload.before !== null;
}

function isTold(payload: Revised): boolean {
  return isChange(payload) || isEdge(payload);
}

function isEdge(payload: Revised): payload is DependencyChange {
  return 'onId' in payload && 'type' in payload;
}
