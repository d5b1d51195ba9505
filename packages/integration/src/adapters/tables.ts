import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const mergeRequests = sqliteTable(
  'merge_requests',
  {
    n: integer('n').primaryKey(),
    id: text('id').notNull().unique(),
    projectId: text('project_id').notNull(),
    taskId: text('task_id').notNull(),
    runId: text('run_id').notNull(),
    /** 0–3, the task's when it was queued. */
    priority: integer('priority').notNull(),
    branch: text('branch').notNull(),
    headSha: text('head_sha').notNull(),
    targetBranch: text('target_branch').notNull(),
    state: text('state').notNull(),
    reason: text('reason'),
    /** JSON array of paths. */
    conflictFiles: text('conflict_files').notNull().default('[]'),
    verdict: text('verdict').notNull(),
    /** Tip of the target branch the merge was made on, and the commit that was made. */
    targetSha: text('target_sha'),
    mergeSha: text('merge_sha'),
    pushed: integer('pushed').notNull().default(0),
    attempt: integer('attempt').notNull(),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    endedAt: integer('ended_at'),
  },
  (table) => [
    uniqueIndex('merge_requests_one_active').on(table.taskId).where(sql`ended_at is null`),
    index('merge_requests_queue').on(table.projectId, table.priority, table.n).where(sql`ended_at is null`),
    index('merge_requests_task').on(table.taskId),
  ],
);

export const mergeChecks = sqliteTable(
  'merge_checks',
  {
    mergeRequestN: integer('merge_request_n')
      .notNull()
      .references(() => mergeRequests.n, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
    position: integer('position').notNull(),
    command: text('command').notNull(),
    verdict: text('verdict').notNull(),
    exitCode: integer('exit_code'),
    durationMs: integer('duration_ms'),
    startedAt: integer('started_at'),
  },
  (table) => [primaryKey({ columns: [table.mergeRequestN, table.attempt, table.position] })],
);
