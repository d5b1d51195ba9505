import { sql } from 'drizzle-orm';
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const runs = sqliteTable(
  'runs',
  {
    n: integer('n').primaryKey(),
    id: text('id').notNull().unique(),
    taskId: text('task_id').notNull(),
    projectId: text('project_id').notNull(),
    attempt: integer('attempt').notNull(),
    role: text('role').notNull(),
    provider: text('provider').notNull(),
    model: text('model'),
    accountId: text('account_id'),
    sessionId: text('session_id'),
    /** SHA-256 of the token its MCP server shows; the token itself is only in the run's own file. */
    tokenHash: text('token_hash'),
    step: text('step').notNull(),
    /** Null while the run lives; the partial unique index below allows one such run a task. */
    outcome: text('outcome'),
    reason: text('reason'),
    summary: text('summary'),
    /** JSON array of text. */
    deviations: text('deviations').notNull().default('[]'),
    /** JSON array of text: what the program refused. */
    denials: text('denials').notNull().default('[]'),
    /** Identity of the wrapper process: pid, start time in clock ticks, boot id. */
    pid: integer('pid'),
    pidStart: text('pid_start'),
    bootId: text('boot_id'),
    exitCode: integer('exit_code'),
    worktree: text('worktree'),
    branch: text('branch'),
    baseSha: text('base_sha'),
    headSha: text('head_sha'),
    /** Bytes of `output.jsonl` that were read and counted. */
    outputOffset: integer('output_offset').notNull().default(0),
    tokensInput: integer('tokens_input').notNull().default(0),
    tokensOutput: integer('tokens_output').notNull().default(0),
    tokensCacheRead: integer('tokens_cache_read').notNull().default(0),
    tokensCacheWrite: integer('tokens_cache_write').notNull().default(0),
    costUsd: real('cost_usd'),
    estimated: integer('estimated').notNull().default(1),
    contextFill: real('context_fill'),
    stopRequestedAt: integer('stop_requested_at'),
    stopRequestedBy: text('stop_requested_by'),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    endedAt: integer('ended_at'),
  },
  (table) => [
    uniqueIndex('runs_one_active').on(table.taskId).where(sql`ended_at is null`),
    index('runs_task').on(table.taskId, table.attempt),
    index('runs_active').on(table.n).where(sql`ended_at is null`),
    uniqueIndex('runs_token').on(table.tokenHash).where(sql`token_hash is not null`),
  ],
);
