import { toIso, toIsoOrNull } from '@cw/kernel';
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
import { asleepCondition, readyCondition } from './ready-sql.ts';

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
};

/** What is read of each ready task `t`; the rest of its row is the same for all of them. */
export const readyRowColumns = `t.n, t.id, t.title, t.priority, t.type, t.assignee, t.dispatch, t.stage, t.project_id,
  t.created_at, t.updated_at, t.revision, t.estimate, t.due_at, t.defer_until, t.labels, t.dependents,
  (SELECT p.id FROM tasks p WHERE p.n = t.parent_n) AS parent_id`;

/** What a list reads of each task `t`. */
export const taskRowColumns = `${readyRowColumns}, t.status, t.outcome, t.status_reason, t.open_blockers, t.held,
  t.lease_holder, t.lease_expires_at, t.closed_at, (${readyCondition}) AS ready,
  ${asleepCondition} AS asleep`;

/** How every ready task stands. */
const whileReady = {
  status: 'open',
  outcome: null,
  status_reason: null,
  open_blockers: 0,
  held: 0,
  lease_holder: null,
  lease_expires_at: null,
  closed_at: null,
  ready: 1,
  asleep: 0,
} as const satisfies Partial<TaskRowRecord>;

type Standing = Pick<TaskRowRecord, keyof typeof whileReady>;
export type ReadyRowRecord = Omit<TaskRowRecord, keyof Standing>;

/** A row that was read with `readyRowColumns`. */
export function toReadyRow(row: ReadyRowRecord): TaskRow {
  return rowOf(row, whileReady);
}

/** A row that was read with `taskRowColumns`. */
export function toTaskRow(row: TaskRowRecord): TaskRow {
  return rowOf(row, row);
}

/** Joined field by field: copying both into one object first takes longer than reading them from the database. */
function rowOf(row: ReadyRowRecord, standing: Standing): TaskRow {
  const ready = standing.ready === 1;
  return {
    id: row.id,
    title: row.title,
    status: standing.status,
    outcome: standing.outcome,
    statusReason: standing.status_reason,
    priority: priorityOf(row.priority),
    type: row.type,
    assignee: row.assignee,
    dispatch: row.dispatch,
    labels: labelsOf(row.labels),
    parentId: row.parent_id,
    projectId: row.project_id,
    ready,
    estimate: row.estimate,
    dueAt: toIsoOrNull(row.due_at),
    deferUntil: toIsoOrNull(row.defer_until),
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
    closedAt: toIsoOrNull(standing.closed_at),
    lease:
      standing.lease_holder === null
        ? null
        : { holder: standing.lease_holder, expiresAt: toIsoOrNull(standing.lease_expires_at) },
    revision: row.revision,
    state: stateOf({
      status: standing.status,
      outcome: standing.outcome,
      stage: row.stage,
      ready,
      openBlockers: standing.open_blockers,
      held: standing.held === 1,
      asleep: standing.asleep === 1,
    }),
    blockedByCount: standing.open_blockers,
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

/** Metadata as stored, where nothing stands for an empty object. */
export function metadataOf(json: string | null): Metadata {
  return json === null ? {} : JSON.parse(json);
}
