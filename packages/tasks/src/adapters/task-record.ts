import type { ReadDb, SqlValue } from '@cw/storage';
import type { Task, TaskChanges } from '../model/task.ts';
import { type Metadata, priorities } from '../model/task-view.ts';
import { labelsOf, listOf, metadataOf, priorityOf } from '../queries/task-row.ts';

type Columns = Omit<
  Task,
  | 'priority'
  | 'labels'
  | 'requiresPlan'
  | 'planApproved'
  | 'held'
  | 'description'
  | 'acceptance'
  | 'design'
  | 'metadata'
  | 'files'
  | 'requires'
  | 'gate'
> & {
  readonly priority: number;
  readonly labels: string;
  readonly requiresPlan: number;
  readonly planApproved: number;
  readonly held: number;
  readonly description: string | null;
  readonly acceptance: string | null;
  readonly design: string | null;
  /** JSON object. */
  readonly metadata: string | null;
  /** JSON arrays. */
  readonly files: string | null;
  readonly requires: string | null;
  readonly gate: number | null;
};

const select = `SELECT t.n, t.id, t.title, coalesce(b.description, '') AS description,
  coalesce(b.acceptance, '') AS acceptance, b.script, t.status, t.outcome, t.status_reason AS statusReason, t.priority,
  t.type, t.assignee, t.dispatch, t.stage,
  t.labels, b.design, b.check_command AS checkCommand, b.external_ref AS externalRef, b.metadata,
  b.files, b.requires, b.gate, b.gate_approved_at AS gateApprovedAt, b.gate_approved_by AS gateApprovedBy,
  t.estimate, t.due_at AS dueAt, t.defer_until AS deferUntil, t.asleep_until AS asleepUntil, t.role, t.size,
  t.closed_children AS closedChildren, t.deleted_at AS deletedAt,
  (SELECT p.id FROM tasks p WHERE p.n = t.parent_n) AS parentId, t.project_id AS projectId,
  t.requires_plan AS requiresPlan, t.plan_approved AS planApproved, t.external_id AS externalId,
  t.open_blockers AS openBlockers, t.open_children AS openChildren, t.held, t.lease_holder AS leaseHolder,
  t.lease_expires_at AS leaseExpiresAt, t.created_at AS createdAt, t.updated_at AS updatedAt,
  t.started_at AS startedAt, t.closed_at AS closedAt, t.close_reason AS closeReason, t.revision
FROM tasks`;

const join = 'LEFT JOIN task_bodies b ON b.task_n = t.n';

/**
 * Tasks as the rules see them.
 * @param rest what follows the table in SQL, about the task `t`: `WHERE t.id = ?`, or an index first.
 */
export async function readTasks(db: ReadDb, rest: string, params: readonly SqlValue[]): Promise<Task[]> {
  const [hint, condition] = rest.startsWith('INDEXED BY') ? splitHint(rest) : ['', rest];
  return (await db.all<Columns>(`${select} t ${hint} ${join} ${condition}`, params)).map(toTask);
}

function splitHint(rest: string): readonly [string, string] {
  const at = rest.indexOf('WHERE');
  return [rest.slice(0, at), rest.slice(at)];
}

function toTask(row: Columns): Task {
  return {
    ...row,
    description: row.description ?? '',
    acceptance: row.acceptance ?? '',
    design: row.design ?? '',
    metadata: metadataOf(row.metadata),
    priority: priorityOf(row.priority),
    labels: labelsOf(row.labels),
    files: listOf(row.files),
    requires: listOf(row.requires),
    gate: row.gate === 1,
    requiresPlan: row.requiresPlan === 1,
    planApproved: row.planApproved === 1,
    held: row.held === 1,
  };
}

const taskColumns = {
  title: 'title',
  status: 'status',
  outcome: 'outcome',
  statusReason: 'status_reason',
  type: 'type',
  assignee: 'assignee',
  dispatch: 'dispatch',
  stage: 'stage',
  projectId: 'project_id',
  leaseHolder: 'lease_holder',
  leaseExpiresAt: 'lease_expires_at',
  startedAt: 'started_at',
  closedAt: 'closed_at',
  closeReason: 'close_reason',
  estimate: 'estimate',
  dueAt: 'due_at',
  deferUntil: 'defer_until',
  role: 'role',
  size: 'size',
  deletedAt: 'deleted_at',
} as const satisfies Partial<Record<keyof TaskChanges, string>>;

const flagColumns = { requiresPlan: 'requires_plan', planApproved: 'plan_approved' } as const;

const bodyColumns = {
  description: 'description',
  acceptance: 'acceptance',
  script: 'script',
  design: 'design',
  checkCommand: 'check_command',
  externalRef: 'external_ref',
  gateApprovedAt: 'gate_approved_at',
  gateApprovedBy: 'gate_approved_by',
} as const;

const bodyLists = ['files', 'requires'] as const;

const [taskFields, flagFields, bodyFields] = [entries(taskColumns), entries(flagColumns), entries(bodyColumns)];

type Assignments = { readonly set: readonly string[]; readonly values: readonly SqlValue[] };

/** The part of an UPDATE that writes the changed columns of `tasks`. */
export function taskAssignments(changes: TaskChanges): Assignments {
  const set: string[] = [];
  const values: SqlValue[] = [];
  const assign = (expression: string, value: SqlValue) => {
    set.push(expression);
    values.push(value);
  };
  for (const [field, column] of taskFields) {
    const value = changes[field];
    if (value !== undefined) assign(`${column} = ?`, value);
  }
  for (const [field, column] of flagFields) {
    const value = changes[field];
    if (value !== undefined) assign(`${column} = ?`, value ? 1 : 0);
  }
  if (changes.priority !== undefined) assign('priority = ?', priorities.indexOf(changes.priority));
  if (changes.parentId !== undefined) assign('parent_n = (SELECT n FROM tasks WHERE id = ?)', changes.parentId);
  return { set, values };
}

/** The same for the long texts in `task_bodies`. */
export function bodyAssignments(changes: TaskChanges): Assignments {
  const set: string[] = [];
  const values: SqlValue[] = [];
  for (const [field, column] of bodyFields) {
    const value = changes[field];
    if (value === undefined) continue;
    set.push(`${column} = ?`);
    values.push(value);
  }
  for (const field of bodyLists) {
    const value = changes[field];
    if (value === undefined) continue;
    set.push(`${field} = ?`);
    values.push(storedList(value));
  }
  if (changes.gate !== undefined) {
    set.push('gate = ?');
    values.push(changes.gate ? 1 : 0);
  }
  if (changes.metadata !== undefined) {
    set.push('metadata = ?');
    values.push(storedMetadata(changes.metadata));
  }
  return { set, values };
}

/** Metadata as stored: nothing for an empty object. */
export function storedMetadata(metadata: Metadata | undefined): string | null {
  return metadata === undefined || Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

/** A list as stored: nothing for an empty one. */
export function storedList(list: readonly string[] | undefined): string | null {
  return list === undefined || list.length === 0 ? null : JSON.stringify(list);
}

function entries<K extends string, V>(record: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  return Object.entries(record) as unknown as readonly (readonly [K, V])[];
}
