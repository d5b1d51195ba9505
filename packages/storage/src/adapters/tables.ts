import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Facts about this database: `log_id`, `created_at`. */
export const meta = sqliteTable('meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/** Which migrations ran; `n` is the position in `drizzle/`, `hash` the SHA-256 of the file that ran. */
export const migrations = sqliteTable('migrations', {
  n: integer('n').primaryKey(),
  name: text('name').notNull(),
  hash: text('hash').notNull(),
  appliedAt: integer('applied_at').notNull(),
});

/** The event log: audit history, bus and resume point in one. Never updated, never deleted from. */
export const events = sqliteTable(
  'events',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    type: text('type').notNull(),
    entity: text('entity').notNull(),
    payload: text('payload').notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    runId: text('run_id'),
    cause: integer('cause'),
    at: integer('at').notNull(),
  },
  (table) => [index('events_entity').on(table.entity, table.seq)],
);

/** How far each subscriber has come, and what stopped it. */
export const subscriberCursors = sqliteTable('subscriber_cursors', {
  name: text('name').primaryKey(),
  seq: integer('seq').notNull(),
  failures: integer('failures').notNull(),
  lastError: text('last_error'),
  parkedAt: integer('parked_at'),
  updatedAt: integer('updated_at').notNull(),
});

/** The fencing token of whoever dispatches; `key` is `workspace` for now. */
export const dispatchers = sqliteTable('dispatchers', {
  key: text('key').primaryKey(),
  epoch: integer('epoch').notNull(),
  holder: text('holder').notNull(),
  pid: integer('pid').notNull(),
  acquiredAt: integer('acquired_at').notNull(),
});
