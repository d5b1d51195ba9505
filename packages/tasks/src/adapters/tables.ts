import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/**
 * One row a task; long texts are in `task_bodies`, so that lists read short rows.
 * Triggers of the migrations `ready_counters` and `task_details` keep what is derived: `openBlockers` (how many
 * dependencies are not met), `openChildren` and `closedChildren`, `held` (an ancestor is blocked), and `asleepUntil` (the
 * latest of its own `deferUntil` and those of its open ancestors), and the copies `labels` and `dependents`.
 */
export const tasks = sqliteTable(
  'tasks',
  {
    n: integer('n').primaryKey(),
    id: text('id').notNull().unique(),
    title: text('title').notNull(),
    status: text('status').notNull(),
    outcome: text('outcome'),
    statusReason: text('status_reason'),
    /** 0–3. */
    priority: integer('priority').notNull(),
    type: text('type').notNull(),
    assignee: text('assignee'),
    dispatch: text('dispatch').notNull(),
    /** What right-hand rooms are doing with it: `working`, `merging`, or nothing. */
    stage: text('stage'),
    parentN: integer('parent_n').references((): AnySQLiteColumn => tasks.n),
    projectId: text('project_id'),
    initiativeId: text('initiative_id'),
    phaseId: text('phase_id'),
    requiresPlan: integer('requires_plan').notNull().default(0),
    planApproved: integer('plan_approved').notNull().default(0),
    externalId: text('external_id'),
    openBlockers: integer('open_blockers').notNull().default(0),
    openChildren: integer('open_children').notNull().default(0),
    held: integer('held').notNull().default(0),
    /** How many tasks need it. */
    dependents: integer('dependents').notNull().default(0),
    /** JSON array of its labels, sorted. */
    labels: text('labels').notNull().default('[]'),
    closedChildren: integer('closed_children').notNull().default(0),
    asleepUntil: integer('asleep_until'),
    deferUntil: integer('defer_until'),
    dueAt: integer('due_at'),
    /** Minutes of work. */
    estimate: integer('estimate'),
    /** `XS` to `XL`. */
    size: text('size'),
    /** Which kind of agent it is for. */
    role: text('role'),
    leaseHolder: text('lease_holder'),
    /** Null while held by a person, whose claim does not expire. */
    leaseExpiresAt: integer('lease_expires_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    startedAt: integer('started_at'),
    closedAt: integer('closed_at'),
    closeReason: text('close_reason'),
    deletedAt: integer('deleted_at'),
    revision: integer('revision').notNull(),
  },
  (table) => [
    // What the ready list shows is in the index too, and what its condition asks for, so that it is read in order from
    // one place.
    index('tasks_ready')
      .on(
        table.priority,
        table.createdAt,
        table.n,
        table.asleepUntil,
        table.id,
        table.title,
        table.type,
        table.assignee,
        table.dispatch,
        table.stage,
        table.parentN,
        table.projectId,
        table.updatedAt,
        table.revision,
        table.dueAt,
        table.deferUntil,
        table.estimate,
        table.dependents,
        table.labels,
        table.status,
        table.openBlockers,
        table.openChildren,
        table.held,
        table.requiresPlan,
        table.planApproved,
        table.deletedAt,
      )
      .where(
        sql`status = 'open' and open_blockers = 0 and open_children = 0 and held = 0 and type <> 'epic' and (requires_plan = 0 or plan_approved = 1) and deleted_at is null`,
      ),
    // Only for counting them, which in the index above means to read all that it holds.
    index('tasks_ready_count')
      .on(table.asleepUntil)
      .where(
        sql`status = 'open' and open_blockers = 0 and open_children = 0 and held = 0 and type <> 'epic' and (requires_plan = 0 or plan_approved = 1) and deleted_at is null`,
      ),
    index('tasks_live')
      .on(table.priority, table.createdAt, table.n)
      .where(sql`status <> 'closed' and deleted_at is null`),
    index('tasks_parent').on(table.parentN),
    index('tasks_epics')
      .on(table.priority, table.createdAt, table.n)
      .where(sql`type = 'epic' and status <> 'closed' and deleted_at is null`),
    index('tasks_due')
      .on(table.dueAt, table.n)
      .where(sql`due_at is not null and status <> 'closed' and deleted_at is null`),
    index('tasks_trash').on(table.deletedAt, table.n).where(sql`deleted_at is not null`),
    index('tasks_project').on(table.projectId),
    uniqueIndex('tasks_external').on(table.externalId).where(sql`external_id is not null`),
    // What an agent may be started for, in the order in which it usually is.
    index('tasks_dispatch')
      .on(table.priority, table.createdAt, table.n, table.asleepUntil, table.projectId, table.leaseHolder)
      .where(
        sql`dispatch <> 'manual' and status = 'open' and open_blockers = 0 and open_children = 0 and held = 0 and type <> 'epic' and (requires_plan = 0 or plan_approved = 1) and deleted_at is null`,
      ),
    index('tasks_at_work').on(table.projectId, table.n).where(sql`status = 'in_progress' and deleted_at is null`),
    index('tasks_lease').on(table.leaseExpiresAt).where(sql`lease_expires_at is not null`),
  ],
);

export const taskBodies = sqliteTable('task_bodies', {
  taskN: integer('task_n')
    .primaryKey()
    .references(() => tasks.n, { onDelete: 'cascade' }),
  description: text('description').notNull(),
  acceptance: text('acceptance').notNull(),
  script: text('script'),
  design: text('design').notNull().default(''),
  /** A shell line that tells whether the task is done; people wrote it. */
  checkCommand: text('check_command'),
  /** Where else it is spoken of: an address, or a number in another system. */
  externalRef: text('external_ref'),
  /** JSON object of the user's own. */
  metadata: text('metadata'),
  /** JSON array of paths and folders it will change; tasks that share one are not worked at together. */
  files: text('files'),
  /** JSON array of words: what an agent must be capable of. */
  requires: text('requires'),
  /** 1: what needs it starts only after a person has approved what came of it. */
  gate: integer('gate').notNull().default(0),
  gateApprovedAt: integer('gate_approved_at'),
  gateApprovedBy: text('gate_approved_by'),
  /** JSON: what an import brought that has no field of its own. */
  extra: text('extra'),
});

export const taskLabels = sqliteTable(
  'task_labels',
  {
    taskN: integer('task_n')
      .notNull()
      .references(() => tasks.n, { onDelete: 'cascade' }),
    label: text('label').notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskN, table.label] }), index('task_labels_label').on(table.label)],
);

/** `taskN` needs `onN`. The parent is a column of the task, not a row here. */
export const taskDependencies = sqliteTable(
  'task_dependencies',
  {
    taskN: integer('task_n')
      .notNull()
      .references(() => tasks.n, { onDelete: 'cascade' }),
    onN: integer('on_n')
      .notNull()
      .references(() => tasks.n, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Only of `waits-for`: `any` where one closed child is enough; null for all of them. */
    gate: text('gate'),
  },
  (table) => [
    primaryKey({ columns: [table.taskN, table.onN, table.type] }),
    index('task_dependencies_on').on(table.onN, table.type, table.taskN),
  ],
);

export const taskComments = sqliteTable(
  'task_comments',
  {
    n: integer('n').primaryKey(),
    id: text('id').notNull().unique(),
    taskN: integer('task_n')
      .notNull()
      .references(() => tasks.n, { onDelete: 'cascade' }),
    replyToN: integer('reply_to_n'),
    author: text('author').notNull(),
    text: text('text').notNull(),
    externalId: text('external_id'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('task_comments_task').on(table.taskN, table.createdAt)],
);

export const taskArtifacts = sqliteTable(
  'task_artifacts',
  {
    n: integer('n').primaryKey(),
    taskN: integer('task_n')
      .notNull()
      .references(() => tasks.n, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    value: text('value').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('task_artifacts_once').on(table.taskN, table.kind, table.value)],
);

/** Follow-ups that agents proposed and a person has yet to decide on. */
export const taskProposals = sqliteTable(
  'task_proposals',
  {
    n: integer('n').primaryKey(),
    id: text('id').notNull().unique(),
    taskN: integer('task_n')
      .notNull()
      .references(() => tasks.n, { onDelete: 'cascade' }),
    runId: text('run_id'),
    title: text('title').notNull(),
    description: text('description').notNull(),
    state: text('state').notNull(),
    acceptedTaskN: integer('accepted_task_n').references(() => tasks.n),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
  },
  (table) => [index('task_proposals_task').on(table.taskN, table.state)],
);

/** How a task that asks for a plan is to be done. `digest` names its content; an approval is of one digest. */
export const taskPlans = sqliteTable('task_plans', {
  taskN: integer('task_n')
    .primaryKey()
    .references(() => tasks.n, { onDelete: 'cascade' }),
  goal: text('goal').notNull(),
  approach: text('approach').notNull(),
  alternatives: text('alternatives').notNull(),
  /** JSON array of texts, as are the files. */
  steps: text('steps').notNull(),
  files: text('files').notNull(),
  digest: text('digest').notNull(),
  writtenBy: text('written_by').notNull(),
  writtenAt: integer('written_at').notNull(),
  approvedBy: text('approved_by'),
  approvedAt: integer('approved_at'),
});

/** Points in the work on a task from which it can go on, numbered from 1 within the task. */
export const taskCheckpoints = sqliteTable(
  'task_checkpoints',
  {
    n: integer('n').primaryKey(),
    id: text('id').notNull().unique(),
    taskN: integer('task_n')
      .notNull()
      .references(() => tasks.n, { onDelete: 'cascade' }),
    sequence: integer('sequence').notNull(),
    type: text('type').notNull(),
    text: text('text').notNull(),
    /** JSON array of paths. */
    files: text('files').notNull(),
    commitSha: text('commit_sha'),
    author: text('author').notNull(),
    runId: text('run_id'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [unique('task_checkpoints_sequence').on(table.taskN, table.sequence)],
);
