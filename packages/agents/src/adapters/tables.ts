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
    /** What kind of thing made it fail, as `FailureClass`; null unless the outcome is `failed`. */
    failure: text('failure'),
    /** When the account's limit that ended it is said to be over. */
    limitResetsAt: integer('limit_resets_at'),
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
    turns: integer('turns').notNull().default(0),
    /** The earlier run whose conversation and worktree it goes on with; null when it began afresh. */
    resumes: text('resumes'),
    /** What a person said for this attempt. */
    note: text('note'),
    /** Which agent works at it. */
    agentId: text('agent_id'),
    /** When its agent last gave a sign of life: output, processor time, a changed file. */
    lastSignAt: integer('last_sign_at'),
    /** How far a stall has gone: `shown`, `asked`, or nothing. */
    stall: text('stall'),
    stopRequestedAt: integer('stop_requested_at'),
    stopRequestedBy: text('stop_requested_by'),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    endedAt: integer('ended_at'),
  },
  (table) => [
    uniqueIndex('runs_one_active').on(table.taskId).where(sql`ended_at is null`),
    index('runs_task').on(table.taskId, table.attempt),
    index('runs_agent').on(table.agentId, table.n).where(sql`agent_id is not null`),
    index('runs_active').on(table.n).where(sql`ended_at is null`),
    uniqueIndex('runs_token').on(table.tokenHash).where(sql`token_hash is not null`),
  ],
);

/** Who can be given work: agents that runs have started, and ones that registered themselves. */
export const agents = sqliteTable(
  'agents',
  {
    n: integer('n').primaryKey(),
    id: text('id').notNull().unique(),
    name: text('name').notNull(),
    role: text('role').notNull(),
    provider: text('provider').notNull(),
    /** Null: any project. */
    projectId: text('project_id'),
    /** JSON array of words, sorted. */
    capabilities: text('capabilities').notNull().default('[]'),
    /** `own`: started by runs; `outside`: works by itself and reports. */
    kind: text('kind').notNull(),
    /** Of one from outside: when it was last heard of. */
    lastSeenAt: integer('last_seen_at'),
    registeredAt: integer('registered_at').notNull(),
    registeredBy: text('registered_by').notNull(),
    removedAt: integer('removed_at'),
  },
  (table) => [uniqueIndex('agents_name').on(table.name).where(sql`removed_at is null`)],
);
