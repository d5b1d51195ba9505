import type { PendingReason, TaskState } from '@cw/kernel';
import { fieldsOf, type ListedName } from '../model/task-fields.ts';
import { pendingOf } from '../model/task-state.ts';
import type { TaskRow } from '../model/task-view.ts';
import { asShown, labelsOf, priorityOf, type StoredFields, toldColumnsOf } from './field-columns.ts';
import { isoOf, isoOrNull } from './iso-of.ts';
import { readyCondition } from './ready-sql.ts';

export type TaskRowRecord = StoredFields<ListedName> & {
  readonly n: number;
  readonly id: string;
  readonly openBlockers: number;
  readonly held: number;
  readonly leaseHolder: string | null;
  readonly leaseExpiresAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly revision: number;
  readonly parentId: string | null;
  readonly projectName: string | null;
  /** JSON array, sorted. */
  readonly labels: string;
  readonly ready: number;
  readonly dependents: number;
  readonly state: TaskState;
  readonly pending: PendingReason | null;
  readonly pendingUntil: number | null;
  /** Why its merge is on hold. */
  readonly mergeHeld: string | null;
};

const listed = fieldsOf('details').filter((field) => field.listed);
const toShown = asShown(listed);

/** The details that lists show, and their columns. */
export const listedNames = listed.map(({ field }) => field as ListedName<'details'>);
export const listedColumns = toldColumnsOf(listed);

/** The same in a row for views, from what is stored of each. */
export function listedDetails(stored: (index: number) => unknown): Pick<TaskRow, ListedName<'details'>> {
  const shown: Record<string, unknown> = {};
  for (const [index, field] of listedNames.entries()) shown[field] = stored(index);
  toShown(shown);
  return shown as Pick<TaskRow, ListedName<'details'>>;
}

/** The name of the project of each task `t`. */
export const projectNameSql = '(SELECT v.name FROM project_view v WHERE v.id = t.project_id)';

/** Stands behind tasks `t`: the state `s` that people see of each. */
export const withState = 'JOIN task_state_view s ON s.n = t.n';

/** Why somebody holds the merge of each task `t`; null where nobody does. */
export const mergeHeldSql = "(SELECT told(m.reason) FROM merge_view m WHERE m.task_id = t.id AND m.state = 'held')";

/** What a list reads of each task `t` and its state `s`. */
export const taskRowColumns = `t.n, t.id, ${toldColumnsOf(fieldsOf('words', 'place', 'standing').filter((field) => field.listed))},
  t.created_at AS createdAt, t.updated_at AS updatedAt, t.revision, ${listedColumns}, t.labels, t.dependents,
  (SELECT p.id FROM tasks p WHERE p.n = t.parent_n) AS parentId, ${projectNameSql} AS projectName, t.open_blockers AS openBlockers, t.held,
  t.lease_holder AS leaseHolder, t.lease_expires_at AS leaseExpiresAt, (${readyCondition}) AS ready,
  s.state, s.pending, s.pending_until AS pendingUntil,
  CASE WHEN s.pending = 'merge' THEN ${mergeHeldSql} END AS mergeHeld`;

/** A row that was read with `taskRowColumns`. */
export function toTaskRow(row: TaskRowRecord): TaskRow {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    outcome: row.outcome,
    statusReason: row.statusReason,
    priority: priorityOf(row.priority),
    type: row.type,
    assignee: row.assignee,
    dispatch: row.dispatch,
    labels: labelsOf(row.labels),
    parentId: row.parentId,
    projectId: row.projectId,
    projectName: row.projectName,
    ready: row.ready === 1,
    ...listedDetails((index) => row[listedNames[index] as ListedName<'details'>]),
    createdAt: isoOf(row.createdAt),
    updatedAt: isoOf(row.updatedAt),
    closedAt: isoOrNull(row.closedAt),
    lease: row.leaseHolder === null ? null : { holder: row.leaseHolder, expiresAt: isoOrNull(row.leaseExpiresAt) },
    revision: row.revision,
    state: row.state,
    pending: pendingOf(row, row.mergeHeld ?? row.statusReason),
    blockedByCount: row.openBlockers,
    dependentCount: row.dependents,
  };
}
