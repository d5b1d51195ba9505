import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What starts no agents at present: the workspace (an empty scope) or a project. */
export const pauses = sqliteTable('pauses', {
  scope: text('scope').primaryKey(),
  /** `person`, or `failures` where too many runs failed in a short time. */
  cause: text('cause').notNull(),
  reason: text('reason'),
  pausedBy: text('paused_by').notNull(),
  pausedAt: integer('paused_at').notNull(),
});

/** Tasks that are tried again later by themselves; such a task is in the stage `resting`. */
export const rests = sqliteTable(
  'rests',
  {
    taskId: text('task_id').primaryKey(),
    /** The run after which it rests. */
    runId: text('run_id').notNull(),
    /** As `FailureClass`, or `lost`. */
    cause: text('cause').notNull(),
    /** Null: until what it waits for has happened (a sign-in). */
    until: integer('until'),
    since: integer('since').notNull(),
  },
  (table) => [index('rests_until').on(table.until)],
);

/** Accounts with which no agent is started at present: as a whole, for one kind of model, for another, each in its own time. */
export const accountRests = sqliteTable(
  'account_rests',
  {
    provider: text('provider').notNull(),
    /** Empty: the sign-in that the user has without an account. */
    accountId: text('account_id').notNull(),
    /** The kind of model that only may not be used, such as `opus`; empty: none may. */
    model: text('model').notNull().default(''),
    /** `limit`, `throttle`, `overload`, `login` or `spend`. */
    cause: text('cause').notNull(),
    /** Null: until a person has done something about it. */
    until: integer('until'),
    /** How often in a row it was of no use. */
    times: integer('times').notNull().default(1),
    reason: text('reason').notNull(),
    since: integer('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.accountId, table.model] })],
);

/** How the next run of a task begins, when it follows the one named here; else it means nothing. */
export const retries = sqliteTable('retries', {
  taskId: text('task_id').primaryKey(),
  /** The last run of the task when this was decided. */
  runId: text('run_id').notNull(),
  /** 1: with its conversation and worktree; 2: with a new conversation in its worktree; 0: afresh. */
  resume: integer('resume').notNull(),
  /** Runs that count as attempts since a person last had a say. */
  tries: integer('tries').notNull(),
  /** Null: as it is set. */
  model: text('model'),
  note: text('note'),
  /** Null: it is tried again by itself. */
  askedBy: text('asked_by'),
  at: integer('at').notNull(),
});
