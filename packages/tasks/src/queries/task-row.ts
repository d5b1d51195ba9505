import type { TaskStage } from '../model/task.ts';
import { stateOf } from '../model/task-state.ts';
import {
  type Dispatch,
  type Metadata,
  type Priority,
  priorities,
  type TaskOutcome,
  type TaskRow,
  type TaskStatus,
} from '../model/task-view.ts';
import { isoOf, isoOrNull } from './iso-of.ts';
import { asleepCondition, needsPlanCondition, readyCondition } from './ready-sql.ts';

export type TaskRowRecord = {
  readonly n: number;
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly outcome: TaskOutcome | null;
  readonly status_reason: string | null;
  readonly priority: number;
  readonly type: string;
  readonly assignee: string | null;
  readonly dispatch: Dispatch;
  readonly stage: TaskStage | null;
  readonly project_id: string | null;
  readonly open_blockers: number;
  readonly held: number;
  readonly lease_holder: string | null;
  readonly lease_expires_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly closed_at: number | null;
  readonly revision: number;
  readonly parent_id: string | null;
  /** JSON array, sorted. */
  readonly labels: string;
  readonly ready: number;
  readonly dependents: number;
  readonly estimate: number | null;
  readonly due_at: number | null;
  readonly defer_until: number | null;
  readonly asleep: number;
  readonly needs_plan: number;
};

/** What a list reads of each task `t`. */
export const taskRowColumns = `t.n, t.id, t.title, t.priority, t.type, t.assignee, t.dispatch, t.stage, t.project_id,
  t.created_at, t.updated_at, t.revision, t.estimate, t.due_at, t.defer_until, t.labels, t.dependents,
  (SELECT p.id FROM tasks p WHERE p.n = t.parent_n) AS parent_id, t.status, t.outcome, t.status_reason,
  t.open_blockers, t.held, t.lease_holder, t.lease_expires_at, t.closed_at, (${readyCondition}) AS ready,
  ${asleepCondition} AS asleep, ${needsPlanCondition} AS needs_plan`;

/** A row that was read with `taskRowColumns`. */
export function toTaskRow(row: TaskRowRecord): TaskRow {
  const ready = row.ready === 1;
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    outcome: row.outcome,
    statusReason: row.status_reason,
    priority: priorityOf(row.priority),
    type: row.type,
    assignee: row.assignee,
    dispatch: row.dispatch,
    labels: labelsOf(row.labels),
    parentId: row.parent_id,
    projectId: row.project_id,
    ready,
    estimate: row.estimate,
    dueAt: isoOrNull(row.due_at),
    deferUntil: isoOrNull(row.defer_until),
    createdAt: isoOf(row.created_at),
    updatedAt: isoOf(row.updated_at),
    closedAt: isoOrNull(row.closed_at),
    lease: row.lease_holder === null ? null : { holder: row.lease_holder, expiresAt: isoOrNull(row.lease_expires_at) },
    revision: row.revision,
    state: stateOf({
      status: row.status,
      outcome: row.outcome,
      stage: row.stage,
      ready,
      openBlockers: row.open_blockers,
      held: row.held === 1,
      asleep: row.asleep === 1,
      needsPlan: row.needs_plan === 1,
    }),
    blockedByCount: row.open_blockers,
    dependentCount: row.dependents,
  };
}

/** The word for a stored priority; the column holds 0 to 3. */
export function priorityOf(stored: number): Priority {
  const priority = priorities[stored];
  if (priority === undefined) throw new Error(`a task is stored with priority ${stored}`);
  return priority;
}

export function labelsOf(json: string): readonly string[] {
  return json === '[]' ? [] : JSON.parse(json);
}

/** A list as stored: nothing for an empty one. */
export function listOf(json: string | null): readonly string[] {
  return json === null ? [] : JSON.parse(json);
}

/** Metadata as stored, where nothing stands for an empty object. */
export function metadataOf(json: string | null): Metadata {
  return json === null ? {} : JSON.parse(json);
}
